// Writes schemas/*.json, the JSON Schemas of all documents, from the valibot schemas:  npm run schemas
import { mkdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { toJsonSchema } from "@valibot/to-json-schema";
import { snakeCase } from "../src/schema";
import * as schemas from "../src/schema-entry";

type Json = { [key: string]: unknown };
type Source = Parameters<typeof toJsonSchema>[0];

/** Subject of a schema, and whether its fields are camelCase in code and snake_case in JSON. */
interface Described {
  readonly source: Source;
  readonly title: string;
  readonly camel?: boolean;
}

/** The schemas by the names of their files. */
const SCHEMAS: Readonly<Record<string, Described>> = {
  state: { source: schemas.stateSchema, title: "the state of a pool" },
  decision: { source: schemas.decisionSchema, title: "the record of a decision" },
  "journal-row": { source: schemas.journalRowSchema, title: "one row of a journal" },
  "event-row": { source: schemas.eventRowSchema, title: "one row of an event log" },
  replay: { source: schemas.replaySchema, title: "narwhal-slo replay --json" },
  comparison: { source: schemas.compareSchema, title: "narwhal-slo replay --compare --json" },
  regret: { source: schemas.regretSchema, title: "narwhal-slo regret --json" },
  plan: { source: schemas.planSchema, title: "narwhal-slo plan --json" },
  config: { source: schemas.configSchema, title: "a configuration file", camel: true },
  profile: { source: schemas.profileSchema, title: "the profile of an engine", camel: true },
};

/** The text of each file in schemas/, by its name. */
export function jsonSchemas(): Record<string, string> {
  const files = Object.entries(SCHEMAS).map(([name, { source, title, camel }]) => {
    // JSON has finite numbers only.
    const { $schema, ...schema } = toJsonSchema(source, { typeMode: "input", ignoreActions: ["finite"] });
    const document = { $schema, title, ...(camel ? snakeFields(schema) : schema) };
    return [`${name}.json`, `${JSON.stringify(document, null, 2)}\n`];
  });
  return Object.fromEntries(files);
}

/** An object schema with the names that its fields have in a file. */
function snakeFields(schema: Json): Json {
  const { properties, required, ...rest } = schema as { properties: Json; required: string[] };
  const fields = Object.entries(properties).map(([name, field]) => [snakeCase(name), field]);
  return { ...rest, properties: Object.fromEntries(fields), required: required.map(snakeCase) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  mkdirSync("schemas", { recursive: true });
  for (const [name, text] of Object.entries(jsonSchemas())) writeFileSync(`schemas/${name}`, text);
}
