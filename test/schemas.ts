import * as v from "valibot";

/** A type as those of documents are: every number may be null. */
export type Loose<T> = T extends number
  ? number | null
  : T extends string | boolean | null
    ? T
    : T extends readonly (infer Item)[]
      ? Loose<Item>[]
      : { [Field in keyof T]: Loose<Exclude<T[Field], undefined>> };

/** The issues of a document, by their paths. */
export function issues(schema: v.GenericSchema, document: unknown): string[] {
  const { issues: found = [] } = v.safeParse(schema, document);
  return found.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
}

type Field = [path: string, schema: v.GenericSchema];

/** All fields of a schema, at any depth, by their paths. */
export function fieldsOf(schema: v.GenericSchema, path = ""): Field[] {
  const own: Field[] = path === "" ? [] : [[path, schema]];
  const parts = schema as {
    entries?: Record<string, v.GenericSchema>;
    wrapped?: v.GenericSchema;
    item?: v.GenericSchema;
  };
  if (parts.entries) {
    return [...own, ...Object.entries(parts.entries).flatMap(([name, entry]) => fieldsOf(entry, `${path}.${name}`))];
  }
  const inner = parts.wrapped ?? parts.item;
  const nested = inner ? fieldsOf(inner, path).filter(([innerPath]) => innerPath !== path) : [];
  return [...own, ...nested];
}

/** The paths of the fields that have no unit or no meaning. */
export function bareFields(fields: readonly Field[]): string[] {
  const bare = fields.filter(([, schema]) => {
    const { unit } = v.getMetadata(innermost(schema));
    return typeof unit !== "string" || !v.getDescription(innermost(schema));
  });
  return bare.map(([path]) => path);
}

/** The schema of an optional field's value. */
function innermost(schema: v.GenericSchema): v.GenericSchema {
  const { type, wrapped } = schema as { type: string; wrapped?: v.GenericSchema };
  return type === "exact_optional" && wrapped ? wrapped : schema;
}
