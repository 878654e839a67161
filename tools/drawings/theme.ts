/** Each colour on a light page, and on a dark one. No two of one page are alike. */
const PALETTE = {
  page: ["#ffffff", "#0d1117"],
  border: ["#d0d7de", "#30363d"],
  ink: ["#1f2328", "#e6edf3"],
  muted: ["#57606a", "#9198a1"],
  grid: ["#eaeef2", "#21262d"],
  blue: ["#0969da", "#58a6ff"],
  green: ["#1a7f64", "#3fc79a"],
  amber: ["#9a6700", "#d29922"],
  red: ["#cf222e", "#ff6b63"],
  violet: ["#8250df", "#bc8cff"],
  brown: ["#bc4c00", "#f0883e"],
  pink: ["#bf3989", "#f778ba"],
} as const;

/** A colour of the theme. */
export type Color = keyof typeof PALETTE;

/** Theme of the pictures: the colours of a light page. {@link STYLE} exchanges them on a dark one. */
export const COLOR = Object.fromEntries(Object.entries(PALETTE).map(([name, [light]]) => [name, light])) as Readonly<
  Record<Color, string>
>;

/** Colours for series that have none of their own, in order. */
export const SERIES = (["blue", "brown", "green", "red", "violet", "amber", "pink", "muted"] as const).map(
  (name) => COLOR[name],
);

export const FONT = "system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
export const FONT_SIZE = 12;

/** Width of a character of {@link FONT_SIZE}, on average: nothing here can measure a text. */
export const CHARACTER_WIDTH = 6.2;

// A renderer without media queries shows the light colours, which are plain attributes.
const dark = Object.values(PALETTE)
  .map(([light, onDark]) => `[fill="${light}"]{fill:${onDark}}[stroke="${light}"]{stroke:${onDark}}`)
  .join("");

/** The style sheet of every picture. */
export const STYLE = `@media (prefers-color-scheme:dark){${dark}}`;
