import { ConfigError, MemoryError, type NarwhalError, ProfileError, show } from "../errors";
import { snakeCase } from "../schema";

/** An error as the command says it: the fields by the names that they have in files. */
export function messageOf(error: NarwhalError): string {
  if (error instanceof MemoryError) return snakeCase(error.message);
  if (error instanceof ConfigError) return snakeCaseBut(error, error.message);
  if (!(error instanceof ProfileError)) return error.message;
  // The profiles of a replay come from a file, which stands where the engine would.
  const refusal = error.message.slice(`profile of engine ${show(error.engine)}: `.length);
  return `${error.engine}: ${snakeCaseBut(error, refusal)}`;
}

/** Values that a message echoes stay as they were given. */
function snakeCaseBut({ value, hint }: ConfigError | ProfileError, message: string): string {
  const ending = hint === null ? "" : `; ${hint}`;
  const echo = show(value);
  const rule = message.slice(0, message.length - echo.length - ending.length);
  return snakeCase(rule) + echo + snakeCase(ending);
}
