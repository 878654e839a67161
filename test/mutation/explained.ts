import { EXPLAINED_CONTROL } from "./explained-control";
import type { Explained } from "./explained-entries";
import { EXPLAINED_FLEET } from "./explained-fleet";
import { EXPLAINED_LEARNING } from "./explained-learning";
import { EXPLAINED_PRICES } from "./explained-prices";
import { EXPLAINED_WINDOWS } from "./explained-windows";
import type { Tested } from "./tested";

export const EXPLAINED: readonly Explained[] = [
  ...EXPLAINED_WINDOWS,
  ...EXPLAINED_LEARNING,
  ...EXPLAINED_PRICES,
  ...EXPLAINED_CONTROL,
  ...EXPLAINED_FLEET,
];

/** Whether it is written down why no test detects it. */
export function isExplained({ path, place }: Pick<Tested, "path" | "place">): boolean {
  if (place === null) return false;
  return EXPLAINED.some(
    ({ path: file, within, changes }) =>
      file === path && within === place.within && (changes === "all" || changes.includes(place.change)),
  );
}
