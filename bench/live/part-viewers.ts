import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { raisePriority } from "../cores.ts";
import { PlainConnection } from "./plain-line.ts";

/** The viewers of one live. Their arrivals are spread evenly over the first seconds, and all of them stay. */
export interface PartViewers {
  origin: string;
  /** The live's folder, whose URL contains the viewer's token, and the renditions that the viewer watches. */
  viewers: { folder: string; trackIds: string[] }[];
  /**
   * Whether each part is requested before it exists, as RFC 8216bis (EXT-X-PRELOAD-HINT) advises and Apple's players do.
   * Otherwise it is requested once a list contains it, as by hls.js.
   */
  byHints: boolean;
  arriveWithinMs: number;
  /** The time to settle after all viewers have arrived, and the duration of the measurement. */
  settleMs: number;
  countedMs: number;
}

export interface PartArrivals {
  /** When the last byte arrived at each viewer who received it, ms since 1970, by rendition, segment and part, as "v0/12.3". */
  arrivedAtMs: Record<string, number[]>;
  requests: number;
  bytes: number;
  cpuSec: number;
}

const PART_TAG = /#EXT-X-PART:[^\n]*URI="(\d+)\.(\d+)\.m4s"/g;
const HINT_TAG = /#EXT-X-PRELOAD-HINT:[^\n]*URI="(\d+)\.(\d+)\.m4s"/;
/** The maximum number of cached lists. A list is the same for all viewers, so it is decompressed and parsed once. */
const MAX_LISTS = 50;

interface PartList {
  parts: PartPosition[];
  /** The position of the next part, which has not been published yet. */
  hint: PartPosition;
}
interface PartPosition {
  number: number;
  part: number;
}

const isAfter = (one: PartPosition, other: PartPosition) =>
  one.number > other.number || (one.number === other.number && one.part > other.part);

const cachedLists = new Map<string, PartList>();

function readList(etag: string, packed: Buffer): PartList {
  const known = cachedLists.get(etag);
  if (known) return known;
  const text = gunzipSync(packed).toString();
  const partOf = ([, number, part]: RegExpMatchArray | [string, string, string]): PartPosition => ({
    number: Number(number),
    part: Number(part),
  });
  const hint = HINT_TAG.exec(text);
  if (!hint) throw new Error("The live has no next part: it is over, or has no low latency");
  const list = { parts: [...text.matchAll(PART_TAG)].map(partOf), hint: partOf(hint) };
  cachedLists.set(etag, list);
  for (const oldest of cachedLists.keys()) if (cachedLists.size > MAX_LISTS) cachedLists.delete(oldest);
  return list;
}

/** Loads the segments of one rendition until stopped. */
class RenditionFollower {
  readonly #path: string;
  readonly #lists: PlainConnection;
  readonly #parts: PlainConnection;
  readonly #onPart: (part: PartPosition, bytes: number) => void;
  #last: PartPosition | undefined;

  static async open(origin: string, path: string, onPart: (part: PartPosition, bytes: number) => void) {
    return new RenditionFollower(
      path,
      await PlainConnection.open(origin),
      await PlainConnection.open(origin),
      onPart,
    );
  }

  private constructor(
    path: string,
    lists: PlainConnection,
    parts: PlainConnection,
    onPart: (part: PartPosition, bytes: number) => void,
  ) {
    this.#path = path;
    this.#lists = lists;
    this.#parts = parts;
    this.#onPart = onPart;
  }

  async follow({ byHints }: { byHints: boolean }, signal: AbortSignal): Promise<void> {
    let list = await this.#list("");
    this.#last = list.parts.at(-1);
    while (!signal.aborted) {
      const { hint } = list;
      const next = this.#list(`?_HLS_msn=${hint.number}&_HLS_part=${hint.part}&_HLS_skip=YES`);
      if (byHints) await this.#load(hint);
      list = await next;
      for (const part of list.parts) if (isAfter(part, this.#last ?? part)) await this.#load(part);
    }
  }

  close(): void {
    this.#lists.close();
    this.#parts.close();
  }

  async #list(query: string): Promise<PartList> {
    const { etag, body } = await this.#lists.get(`${this.#path}/index.m3u8${query}`, { isKept: true });
    return readList(etag, body);
  }

  /** Loads a part. A hinted part is never published if its segment ends earlier. */
  async #load(part: PartPosition): Promise<void> {
    const path = `${this.#path}/${part.number}.${part.part}.m4s`;
    const { status, bytes } = await this.#parts.get(path, { isKept: false });
    if (status === 404) return;
    this.#onPart(part, bytes);
    this.#last = part;
  }
}

/** Runs all viewers in this process. */
async function watchParts(options: PartViewers): Promise<PartArrivals> {
  const { origin, viewers, byHints, arriveWithinMs, settleMs, countedMs } = options;
  const seen: PartArrivals = { arrivedAtMs: {}, requests: 0, bytes: 0, cpuSec: 0 };
  const stop = new AbortController();
  let isCounting = false;
  const counterOf = (trackId: string) => (part: PartPosition, bytes: number) => {
    if (!isCounting) return;
    seen.requests += 2;
    seen.bytes += bytes;
    const name = `${trackId}/${part.number}.${part.part}`;
    seen.arrivedAtMs[name] ??= [];
    seen.arrivedAtMs[name].push(performance.timeOrigin + performance.now());
  };
  const watchTrack = async (id: string, path: string) => {
    const follower = await RenditionFollower.open(origin, path, counterOf(id));
    await follower.follow({ byHints }, stop.signal).finally(() => follower.close());
  };
  const all = viewers.map(async ({ folder, trackIds }, index) => {
    await delay((arriveWithinMs * index) / viewers.length);
    await Promise.all(trackIds.map((id) => watchTrack(id, `${folder}/${id}`)));
  });
  const watching = Promise.all(all);
  const counted = async () => {
    await delay(arriveWithinMs + settleMs);
    isCounting = true;
    const before = process.cpuUsage();
    await delay(countedMs);
    isCounting = false;
    const { user, system } = process.cpuUsage(before);
    seen.cpuSec = (user + system) / 1e6;
    stop.abort();
  };
  await Promise.all([counted(), watching]);
  return seen;
}

/**
 * Runs the viewers in a separate process with priority on its core, so they take no CPU time from the measured process. Real
 * viewers have their own machines, without an encoder. `isFirst` states whether the priority was granted.
 */
export async function sendPartViewers(options: PartViewers): Promise<PartArrivals & { isFirst: boolean }> {
  const child = fork(import.meta.filename);
  const isFirst = child.pid !== undefined && raisePriority(child.pid);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The viewers ended with ${code}`);
  });
  child.send(options);
  const [seen] = (await Promise.race([once(child, "message"), ended])) as [PartArrivals];
  ended.catch(() => undefined);
  return { ...seen, isFirst };
}

/**
 * The following code runs if the file was started as a child process. It receives the options as a message and sends the result
 * as one.
 */
if (process.send && process.argv[1] === import.meta.filename)
  process.once("message", async (options: PartViewers) => {
    process.send?.(await watchParts(options), () => process.disconnect());
  });
