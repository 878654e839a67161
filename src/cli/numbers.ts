import { InvalidArgumentError } from "commander";

/** A number > 0 of the command line. @throws InvalidArgumentError */
export function positive(text: string): number {
  const value = number(text);
  if (value <= 0) throw new InvalidArgumentError("It must be > 0.");
  return value;
}

/** A whole number >= 0. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  const value = number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError("It must be a whole number >= 0.");
  return value;
}

/** How many rows a trace may have. @throws InvalidArgumentError */
export function rowCount(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError("It must be >= 1.");
  return value;
}

/** How many engines have a role. @throws InvalidArgumentError */
export function engineCount(text: string): number {
  const value = wholeNumber(text);
  if (value < 1 || value > 255) throw new InvalidArgumentError("It must be 1 .. 255.");
  return value;
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}
