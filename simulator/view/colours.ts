import type { DecisionResult } from "../../src/index";

/** Colours of the style sheet (`--NAME`), as they are in the present theme. */
export type ColourName =
  | "load"
  | "prefill"
  | "decode"
  | "engines"
  | "limit"
  | "grid"
  | "muted"
  | "text"
  | "panel"
  | DecisionResult;

/** Reads colours of the style sheet: canvases cannot use its names. */
export function readColours(): (name: ColourName, opacity?: number) => string {
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const read = (name: ColourName) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const names: ColourName[] = ["load", "prefill", "decode", "engines", "limit", "grid", "muted", "text", "panel"];
  const all = [...names, ...RESULT_NAMES];
  const colours = Object.fromEntries(all.map((name) => [name, read(name)]));
  probe.remove();
  return (name, opacity = 1) => {
    const colour = colours[name] ?? "black";
    return opacity === 1 ? colour : colour.replace(/^rgb\((.*)\)$/, `rgba($1, ${opacity})`);
  };
}

/** Decisions that acted come before those that did not. */
export const RESULT_NAMES: readonly DecisionResult[] = ["applied", "proposed", "advisory", "blocked", "held"];

/** Calls back when the theme changes; gives what ends that. */
export function onThemeChange(callback: () => void): () => void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", callback);
  return () => query.removeEventListener("change", callback);
}
