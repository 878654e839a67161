import { parseValue } from "./link";
import { NumberInput } from "./number-input";
import type { SettingRow, SettingValue } from "./setting-rows";

interface FieldProps {
  readonly row: SettingRow;
  readonly value: SettingValue;
  readonly changed: boolean;
  /** Why the value cannot stay. */
  readonly refusal: string | null;
  readonly onChange: (value: SettingValue) => void;
}

/** One setting: its name, unit and meaning, and what it is entered with. */
export function SettingField({ row, value, changed, refusal, onChange }: FieldProps) {
  const id = `setting-${row.key}`;
  return (
    <div class={`field ${row.kind.type} ${changed ? "changed" : ""}`}>
      <label for={id}>
        {row.label} {row.unit && <small>{row.unit}</small>}
      </label>
      <Control row={row} id={id} value={value} invalid={refusal !== null} onChange={onChange} />
      <p id={`${id}-help`} class="help">
        {row.help}
        {changed && (
          <>
            {" · "}
            <button type="button" class="reset" onClick={() => onChange(row.fallback)}>
              default {String(row.fallback) || "none"}
            </button>
          </>
        )}
      </p>
      {refusal && (
        <p id={`${id}-refusal`} class="refusal" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

interface ControlProps {
  readonly row: SettingRow;
  readonly id: string;
  readonly value: SettingValue;
  readonly invalid: boolean;
  readonly onChange: (value: SettingValue) => void;
}

function Control({ row, id, value, invalid, onChange }: ControlProps) {
  const { kind } = row;
  const shared = {
    id,
    "aria-describedby": invalid ? `${id}-refusal ${id}-help` : `${id}-help`,
    "aria-invalid": invalid,
  };
  const read = (text: string) => {
    const next = parseValue(row, text);
    if (next !== undefined) onChange(next);
  };
  if (kind.type === "flag") {
    return (
      <input
        {...shared}
        type="checkbox"
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  if (kind.type === "choice") {
    return (
      <select {...shared} value={String(value)} onChange={({ currentTarget }) => read(currentTarget.value)}>
        {kind.choices.map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  if (kind.type === "text") {
    return (
      <input
        {...shared}
        type="text"
        spellcheck={false}
        placeholder={kind.example}
        value={String(value)}
        onChange={({ currentTarget }) => read(currentTarget.value)}
      />
    );
  }
  return <NumberInput {...shared} step={kind.whole ? 1 : "any"} value={Number(value)} onText={read} />;
}
