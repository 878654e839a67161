import { ArgumentError } from "../errors";

/** An argument of a command. */
export type CommandArgument = string | Uint8Array;

/** Sends a command, and answers bytes for each string of the reply. */
export type SendCommand = (command: readonly CommandArgument[]) => Promise<unknown>;

/** A client of `ioredis` or `iovalkey`. */
export interface CallingClient {
  callBuffer(command: string, ...args: (string | Buffer)[]): Promise<unknown>;
}

/** A client of `redis`. */
export interface SendingClient {
  sendCommand(args: (string | Buffer)[], options?: object): Promise<unknown>;
}

/** A client that can send any command. Pipelines, reconnecting, passwords and TLS are its own. */
export type RedisClient = CallingClient | SendingClient | SendCommand;

/** Type of a reply in RESP that `redis` maps to a class: strings of bytes, and simple ones. */
const BLOB_STRING = 36;
const SIMPLE_STRING = 43;

/** @throws ArgumentError for a client that cannot send a command */
export function senderOf(client: RedisClient): SendCommand {
  if (typeof client === "function") return client;
  if (typeof (client as CallingClient | null)?.callBuffer === "function") {
    const calling = client as CallingClient;
    return ([name, ...args]) => calling.callBuffer(name as string, ...args.map(buffered));
  }
  if (typeof (client as SendingClient | null)?.sendCommand === "function") {
    const typeMapping = { [BLOB_STRING]: Buffer, [SIMPLE_STRING]: Buffer };
    return (command) => (client as SendingClient).sendCommand(command.map(buffered), { typeMapping });
  }
  throw new ArgumentError("client", "must be a client of redis, ioredis or iovalkey, or a function", client);
}

function buffered(argument: CommandArgument): string | Buffer {
  return typeof argument === "string"
    ? argument
    : Buffer.from(argument.buffer, argument.byteOffset, argument.byteLength);
}
