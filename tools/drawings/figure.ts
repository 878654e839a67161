import type { Place } from "./plot";
import { COLOR, type Color, FONT, FONT_SIZE, STYLE } from "./theme";

/** A whole picture. */
export interface Figure {
  readonly title: string;
  /** Text for somebody who does not see the picture. */
  readonly description: string;
  readonly width: number;
  readonly height: number;
  /** SVG of what lies on the card, in the order of drawing. */
  readonly parts: readonly string[];
}

interface TextOptions {
  readonly color?: Color;
  readonly size?: number;
  readonly bold?: boolean;
}

/** Makes the SVG: a card with a title, and the parts on it. */
export function figure({ title, description, width, height, parts }: Figure): string {
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${FONT}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${COLOR.page}" stroke="${COLOR.border}"/>`,
    textAt({ x: 20, y: 32 }, title, { size: 18, bold: true }),
    ...tidy(parts.join("\n")),
    "</svg>",
  ].join("\n")}\n`;
}

/** Writes a text that begins at a place, on its base line. */
export function textAt({ x, y }: Place, text: string, { color = "ink", size, bold = false }: TextOptions = {}): string {
  const weight = bold ? ' font-weight="600"' : "";
  return `<text x="${x}" y="${y}" font-size="${size ?? FONT_SIZE}"${weight} fill="${COLOR[color]}">${escaped(text)}</text>`;
}

/**
 * Makes the same picture come out as the same bytes everywhere: a tenth of a pixel is enough, and Plot counts its clip
 * paths over all pictures of the process.
 */
function tidy(svg: string): string[] {
  const clips = [...new Set(svg.match(/plot-clip-\d+/g))];
  return svg
    .replace(/plot-clip-\d+/g, (name) => `clip-${clips.indexOf(name) + 1}`)
    .replace(/="[^"]*\d\.\d\d[^"]*"/g, (attribute) =>
      attribute.replace(/-?\d+\.\d+/g, (number) => `${+(+number).toFixed(1)}`),
    )
    .replace(/ \/>/g, "/>")
    .split("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
