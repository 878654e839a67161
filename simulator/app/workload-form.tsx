import { useEffect, useRef, useState } from "preact/hooks";
import { type LocalFile, localFileOf } from "./local-file";
import { NumberInput } from "./number-input";
import type { Workload } from "./settings";
import { SHIPPED_TRACES } from "./traces";

interface WorkloadProps {
  readonly workload: Workload;
  readonly file: LocalFile | null;
  /** A number was typed. */
  readonly onChange: (workload: Workload) => void;
  /** Another trace was chosen. */
  readonly onChoose: (workload: Workload) => void;
  readonly onFile: (file: LocalFile) => void;
}

/** The requests: a shipped trace or the user's own file, its load, and the seed. */
export function WorkloadForm({ workload, file, onChange, onChoose, onFile }: WorkloadProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (files: FileList | null | undefined) => {
    const first = files?.[0];
    if (first) onFile(await localFileOf(first));
  };
  const dragging = useDrop(take);
  const choose = (trace: string) => {
    if (trace === "file" && !file) return input.current?.click();
    const chosen = trace === "file" && file ? { name: file.name, digest: file.digest } : null;
    onChoose({ ...workload, trace, file: chosen });
  };
  return (
    <fieldset class="group">
      <legend>Workload</legend>
      <div class="field wide">
        <label for="trace">Trace</label>
        <select id="trace" value={workload.trace} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {SHIPPED_TRACES.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <option value="file">{workload.file?.name ?? "a file of your own…"}</option>
        </select>
      </div>
      <div class={`drop ${dragging ? "dragging" : ""}`}>
        <input
          ref={input}
          id="file"
          class="sr-only"
          type="file"
          accept=".csv,.jsonl,.json,.gz,.txt"
          onChange={({ currentTarget }) => {
            void take(currentTarget.files);
            currentTarget.value = "";
          }}
        />
        <label for="file">Choose a file</label>
        <span>
          {" "}
          or drop one on the page: Azure CSV or Mooncake JSON lines, gzipped or not. It stays on this machine.
        </span>
      </div>
      <NumberField
        id="load"
        label="Load"
        unit="× the trace's rate"
        value={workload.load}
        valid={(value) => value > 0}
        onChange={(load) => onChange({ ...workload, load })}
      />
      <NumberField
        id="seed"
        label="Seed"
        unit="of all random draws"
        value={workload.seed}
        valid={(value) => Number.isSafeInteger(value) && value >= 0}
        onChange={(seed) => onChange({ ...workload, seed })}
      />
    </fieldset>
  );
}

interface NumberProps {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly valid: (value: number) => boolean;
  readonly onChange: (value: number) => void;
}

function NumberField({ id, label, unit, value, valid, onChange }: NumberProps) {
  return (
    <div class="field">
      <label for={id}>
        {label} <small>{unit}</small>
      </label>
      <NumberInput
        id={id}
        step="any"
        min={0}
        value={value}
        onText={(text) => {
          if (text !== "" && valid(Number(text))) onChange(Number(text));
        }}
      />
    </div>
  );
}

/** Takes files that are dropped anywhere on the page. Whether one is over it. */
function useDrop(take: (files: FileList | null | undefined) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      latest.current(event.dataTransfer?.files);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return dragging;
}
