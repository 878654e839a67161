import type { InputHTMLAttributes } from "preact";
import { useState } from "preact/hooks";

interface NumberInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "type"> {
  readonly value: number;
  /** Told of each text that was typed, half a number too. */
  readonly onText: (text: string) => void;
}

/** A field for a number. While it is typed in, it keeps the text as it is: `0.` is on the way to `0.05`. */
export function NumberInput({ value, onText, ...others }: NumberInputProps) {
  const [text, setText] = useState<string | null>(null);
  return (
    <input
      {...others}
      type="number"
      value={text ?? String(value)}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        onText(currentTarget.value);
      }}
      onBlur={() => setText(null)}
    />
  );
}
