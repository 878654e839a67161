import type { KeyedRecord } from "./bucket-records";
import { type CommandArgument, type RedisClient, type SendCommand, senderOf } from "./redis-client";
import { COLLECT, DIRECT, MEMBERS, PUBLISH, RELEASE } from "./redis-scripts";
import type { Collected, Direction, Publication, PublishReply, Store, StoreOfClusters } from "./store";

/** Members that are read at a time. */
const AT_ONCE = 16;
const MAX_RECORD_BYTES = 256 * 1024;

/**
 * A store in Redis (6.2 or later) or Valkey. It takes any client that can send a command; give it one that does not
 * queue commands while it is disconnected. Keys begin with `{narwhal:name}:`, by the name of the cluster.
 *
 * @throws ArgumentError for a client that cannot send a command
 * @example
 * const client = await createClient({ url, disableOfflineQueue: true }).connect();
 * const member = await joinCluster(pool, { name: "chat", store: redisStore(client) });
 */
export function redisStore(client: RedisClient): StoreOfClusters {
  const send = senderOf(client);
  return { cluster: (name) => new RedisStore(send, `{narwhal:${name}}:`) };
}

class RedisStore implements Store {
  readonly #send: SendCommand;
  readonly #prefix: string;
  readonly #digests = new Map<string, string>();
  #keptMs = 3_600_000;

  constructor(send: SendCommand, prefix: string) {
    this.#send = send;
    this.#prefix = prefix;
  }

  async publish(publication: Publication): Promise<PublishReply> {
    const { member, fingerprint, seq, header, records, keptS, leaseS, epoch, version } = publication;
    this.#keptMs = Math.ceil(keptS * 1000);
    const keys = [
      this.#key("members"),
      ...this.#memberKeys(member),
      ...this.#keys("lease", "epoch", "directive", "id"),
    ];
    const lease = leaseS === null ? "0" : milliseconds(leaseS);
    const head = [member, fingerprint, `${seq}`, header, `${this.#keptMs}`, lease, `${epoch}`, `${version}`];
    const body = records.flatMap(([key, bytes]): CommandArgument[] => [key, bytes ?? ""]);
    const reply = listOf(await this.#run(PUBLISH, keys, [...head, ...body]));
    const found = textOf(reply[2]);
    return {
      nowS: Number(textOf(reply[0])) + Number(textOf(reply[1])) / 1e6,
      foundSeq: found === null ? null : Number(found),
      fingerprint: textOf(reply[3]) ?? "",
      leader: textOf(reply[4]),
      epoch: Number(textOf(reply[5])),
      directive: bytesOf(reply[6]),
    };
  }

  async collect(known: ReadonlyMap<string, number>): Promise<readonly Collected[]> {
    const reply = listOf(await this.#run(MEMBERS, [this.#key("members")], [`${this.#keptMs}`])).map(textOf);
    const members: [string, number][] = [];
    for (let at = 0; at < reply.length; at += 2) members.push([reply[at] as string, Number(reply[at + 1]) / 1e6]);
    const collected: Collected[] = [];
    for (let from = 0; from < members.length; from += AT_ONCE) {
      const read = members.slice(from, from + AT_ONCE).map(([member, ageS]) => this.#collect(member, ageS, known));
      for (const one of await Promise.all(read)) if (one !== null) collected.push(one);
    }
    return collected;
  }

  async direct({ member, epoch, version, leaseS, directive, state, keptS }: Direction): Promise<boolean> {
    const args = [member, `${epoch}`, `${version}`, milliseconds(leaseS), directive, state, milliseconds(keptS)];
    return Number(await this.#run(DIRECT, this.#keys("lease", "epoch", "directive"), args)) === 1;
  }

  async leaderState(): Promise<Uint8Array | null> {
    return bytesOf(await this.#send(["HGET", this.#key("directive"), "state"]));
  }

  async release(member: string): Promise<void> {
    await this.#run(RELEASE, [this.#key("lease")], [member]);
  }

  async time(): Promise<number> {
    const [seconds, micros] = listOf(await this.#send(["TIME"])).map(textOf);
    return Number(seconds) + Number(micros) / 1e6;
  }

  async #collect(member: string, ageS: number, known: ReadonlyMap<string, number>): Promise<Collected | null> {
    const reply = listOf(await this.#run(COLLECT, this.#memberKeys(member), [`${known.get(member) ?? 0}`]));
    if (reply.length === 0) return null;
    const records: KeyedRecord[] = [];
    for (let at = 2; at < reply.length; at += 2) {
      const bytes = bytesOf(reply[at + 1]);
      if (bytes !== null && bytes.length <= MAX_RECORD_BYTES) records.push([textOf(reply[at]) as string, bytes]);
    }
    return { member, ageS: Math.max(0, ageS), seq: Number(textOf(reply[0])), header: bytesOf(reply[1]), records };
  }

  /** Runs a script by its digest; the server learns it where it does not know it, as after SCRIPT FLUSH. */
  async #run(script: string, keys: readonly string[], args: readonly CommandArgument[]): Promise<unknown> {
    const rest = [`${keys.length}`, ...keys, ...args];
    const digest = this.#digests.get(script) ?? (await this.#load(script));
    try {
      return await this.#send(["EVALSHA", digest, ...rest]);
    } catch (error) {
      if (!String(error).includes("NOSCRIPT")) throw error;
      return this.#send(["EVALSHA", await this.#load(script), ...rest]);
    }
  }

  async #load(script: string): Promise<string> {
    const digest = textOf(await this.#send(["SCRIPT", "LOAD", script])) as string;
    this.#digests.set(script, digest);
    return digest;
  }

  #key(name: string): string {
    return `${this.#prefix}${name}`;
  }

  #keys(...names: string[]): string[] {
    return names.map((name) => this.#key(name));
  }

  #memberKeys(member: string): string[] {
    return this.#keys(`m:${member}`, `m:${member}:records`, `m:${member}:keys`);
  }
}

function milliseconds(seconds: number): string {
  return `${Math.ceil(seconds * 1000)}`;
}

function listOf(reply: unknown): readonly unknown[] {
  return Array.isArray(reply) ? reply : [];
}

function bytesOf(reply: unknown): Uint8Array | null {
  return reply instanceof Uint8Array ? reply : null;
}

function textOf(reply: unknown): string | null {
  if (reply === null || reply === undefined || reply === false) return null;
  return reply instanceof Uint8Array ? new TextDecoder().decode(reply) : String(reply);
}
