/** An answer, for any server to send. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer as JSON. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return jsonText(status, JSON.stringify(value), headers);
}

/** The same of a text that is JSON already. */
export function jsonText(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return reply(status, "application/json; charset=utf-8", text, headers);
}

/** The answer to HEAD: everything but the body. */
export function headOf({ status, headers, body }: Reply): Reply {
  const length = new TextEncoder().encode(body).length;
  return { status, headers: { ...headers, "content-length": String(length) }, body: "" };
}

/** A refusal: a stable code, and what is wrong. */
export function refusal(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return json(status, { error: { code, message } }, headers);
}

/** An answer of any type. */
export function reply(
  status: number,
  contentType: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: {
      "content-type": contentType,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
    body,
  };
}

/** The answer where none could be made: it does not say why. */
export const FAILED: Reply = refusal(500, "ERR_NARWHAL_HTTP", "the answer could not be made");
