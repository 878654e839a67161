import * as Plot from "@observablehq/plot";
import { read, table } from "../../test/docs/markdown";
import { figure, textAt } from "./figure";
import { legendAt } from "./legend";
import { LINE, levels, plotAt, ticksBelow } from "./plot";
import { COLOR } from "./theme";

const WIDTH = 900;
const HEIGHT = 350;
const PANEL = { y: 62, width: 430, height: 240 };
const RATES = [10, 100, 1000, 10_000];
const KEYS = [
  { label: "overflow: spec", color: COLOR.red, mark: "line" },
  { label: "overflow: binned, within 3% everywhere", color: COLOR.blue, mark: "line" },
] as const;

/** A mix at a rate, and priced over exact demand by phase and mode. */
interface Row {
  readonly mix: string;
  readonly rate: number;
  readonly prefill: { readonly spec: number; readonly binned: number };
  readonly decode: { readonly spec: number; readonly binned: number };
}

/** Draws the table of docs/overflow.md: priced over exact demand by rate, in both modes. */
export function drawOverflow(): string {
  const rows = rowsOf(read("docs/overflow.md"));
  return figure({
    title: "Priced demand over exact demand",
    description: "For prefill and decode, by requests per second, for three mixes: overflow spec and overflow binned.",
    width: WIDTH,
    height: HEIGHT,
    parts: [panel(rows, "prefill", 10), panel(rows, "decode", 455), legendAt({ x: 50, y: HEIGHT - 34 }, KEYS)],
  });
}

function rowsOf(page: string): Row[] {
  return table(page, "Overflow").map(([mix = "", rate = "", , prefill, decode, , prefillBinned, decodeBinned]) => ({
    mix,
    rate: Number(rate.replaceAll(",", "")),
    prefill: { spec: Number(prefill), binned: Number(prefillBinned) },
    decode: { spec: Number(decode), binned: Number(decodeBinned) },
  }));
}

function panel(rows: readonly Row[], phase: "prefill" | "decode", x: number): string {
  const lines = (["spec", "binned"] as const).flatMap((mode, i) => {
    const { color } = KEYS[i] as (typeof KEYS)[number];
    const place = { x: "rate", y: (row: Row) => row[phase][mode] };
    return [
      Plot.line(rows, { ...place, z: "mix", stroke: color, ...LINE }),
      Plot.dot(rows, { ...place, fill: color, r: 3 }),
    ];
  });
  const names = Plot.text(
    rows.filter(({ rate }) => rate === RATES.at(-1)),
    { x: "rate", y: (row: Row) => row[phase].spec, text: "mix", dx: 8, textAnchor: "start", fill: COLOR.ink },
  );
  const plot = plotAt(
    { x, y: PANEL.y },
    {
      ...PANEL,
      marginLeft: 44,
      marginRight: 136,
      marginTop: 24,
      marginBottom: 40,
      x: { type: "log" },
      y: { type: "log", domain: [1, 100] },
      marks: [
        ...levels([1, 10, 100], (times) => `${times}x`),
        ticksBelow(RATES, (rate) => rate.toLocaleString("en-US"), "requests per second"),
        ...lines,
        names,
      ],
    },
  );
  return `${textAt({ x: x + 44, y: PANEL.y + 8 }, phase, { bold: true })}\n${plot}`;
}
