import { meanOf } from "./report";
import { randomOf } from "./workloads";

const DRAWS = 2000;
const SEED = 1;

/** The 95% interval of the mean of some differences: by the bootstrap, with fixed draws. */
export function intervalOf(differences: readonly number[]): { readonly low: number; readonly high: number } {
  const random = randomOf(SEED);
  const drawn = () => differences[Math.floor(random() * differences.length)] as number;
  const means = Array.from({ length: DRAWS }, () => meanOf(differences.map(drawn))).sort((a, b) => a - b);
  return { low: means[Math.floor(0.025 * DRAWS)] as number, high: means[Math.floor(0.975 * DRAWS)] as number };
}
