import { ConfigError, MemoryError, type NarwhalError, ProfileError, show } from "../errors";
import { snakeCase } from "../schema";

/** An error as the command says it: the fields by the names that they have in files. */
export function messageOf(error: NarwhalError): string {
  if (error instanceof MemoryError) return snakeCase(error.message);
  if (error instanceof ConfigError) return snakeCaseBut(error.value, error.message);
  if (!(error instanceof ProfileError)) return error.message;
  // The profiles of a replay come from a file, which stands where the engine would.
  const refusal = error.message.slice(`profile of engine ${show(error.engine)}: `.length);
  return `${error.engine}: ${snakeCaseBut(error.value, refusal)}`;
}

/** What a message echoes at its end stays as it was given. */
function snakeCaseBut(value: unknown, message: string): string {
  const echo = show(value);
  return snakeCase(message.slice(0, -echo.length)) + echo;
}
