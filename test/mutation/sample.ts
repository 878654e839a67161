import { Random } from "../../src/random/random";

/** So many of the items, drawn without putting back, in the order drawn; all of them if there are no more. */
export function sampleOf<T>(items: readonly T[], size: number, seed: number): T[] {
  const random = new Random(seed);
  const rest = [...items];
  const drawn: T[] = [];
  while (drawn.length < size && rest.length > 0) {
    const [item] = rest.splice(random.uint32() % rest.length, 1);
    drawn.push(item as T);
  }
  return drawn;
}

/** The 95% point of the normal distribution, on either side. */
const Z = 1.959964;

/** Bounds that a share lies between, of which `hits` of `trials` were seen: Wilson's interval at 95%. */
export function shareInterval(hits: number, trials: number): readonly [number, number] {
  const share = hits / trials;
  const spread = Z * Math.sqrt((share * (1 - share)) / trials + (Z / (2 * trials)) ** 2);
  const centre = share + Z ** 2 / (2 * trials);
  const scale = 1 + Z ** 2 / trials;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}
