import { AppError } from "@shoal/contract";
import type { LiveStream } from "@shoal/media";

/** The maximum number of held requests. Each takes a socket and a few hundred bytes. */
const MAX_PENDING = 20_000;
/** The number of non-urgent requests that get their responses before the edge handles new arrivals. */
const BATCH_SIZE = 32;
/** The longest delay of non-urgent requests in favour of urgent ones, in ms. */
const MAX_PREPARE_MS = 100;

/** The caller of a request. Emits `close` when it disconnects, as a `ServerResponse` does. */
export interface RequestCaller {
  on(event: "close", listener: () => void): unknown;
  off(event: "close", listener: () => void): unknown;
}

/** A part that requests wait for, and how their responses are prepared. */
export interface AwaitedPart<T = unknown> {
  /** Identifies the part. Requests of one live with the same name wait for the same part, which is checked once for all of them. */
  name: string;
  /** Whether the part is available. Once true, it stays true. Evaluated after each change of the window. */
  isReady(): boolean;
  /** Whether these requests get their responses before all others. */
  isUrgent: boolean;
  /** Prepares the data that all responses share. They are sent once it is ready, or without it if the preparation fails. */
  prepare?(): Promise<T> | T | undefined;
  /**
   * Returns the response size in bytes. Of several urgent responses, the smallest is sent first, because it delays the others
   * least.
   */
  weigh?(prepared: T): number;
}

export interface WaitOptions {
  /** How long a request waits before it times out. */
  timeoutMs: number;
  caller: RequestCaller;
}

/**
 * Holds requests for parts of a live that are not published yet. All viewers of a live send the same requests at the same time, and
 * responding to a thousand takes a twentieth of a second. Urgent responses are therefore sent first, and all others in small
 * batches, between which the edge handles new requests and bytes in flight.
 */
export class PendingRequests {
  readonly #max: number;
  readonly #queues = new WeakMap<LiveStream, LiveQueue>();
  #count = 0;
  constructor(max = MAX_PENDING) {
    this.#max = max;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Calls `answer` as soon as the part is ready; with false on a timeout or when the caller has disconnected. It is a callback
   * instead of a promise because waiting entries stay small, and a thousand callers are handled one by one instead of in lockstep.
   * If the caller had to wait, `answer` also receives the prepared result.
   * @throws AppError "too_many_requests" if too many requests are already waiting.
   */
  hold<T>(
    stream: LiveStream,
    awaited: AwaitedPart<T>,
    { timeoutMs, caller }: WaitOptions,
    answer: (isInTime: boolean, prepared?: T) => void,
  ): void {
    if (awaited.isReady()) {
      answer(true);
      return;
    }
    if (this.#count >= this.#max)
      throw new AppError("too_many_requests", "Too many requests wait for this live");
    this.#count += 1;
    const queue = this.#queueOf(stream);
    const group = queue.groupOf(awaited);
    const giveUp = () => end(false);
    const end: PendingRequest = (isInTime, prepared) => {
      caller.off("close", giveUp);
      queue.remove(group, end);
      this.#count -= 1;
      answer(isInTime, prepared as T);
    };
    caller.on("close", giveUp);
    queue.add(group, end, timeoutMs);
  }

  #queueOf(stream: LiveStream): LiveQueue {
    const known = this.#queues.get(stream);
    if (known) return known;
    const made = new LiveQueue(stream);
    this.#queues.set(stream, made);
    return made;
  }
}

type PendingRequest = (isInTime: boolean, prepared?: unknown) => void;

/** The requests that wait for the same part. */
interface RequestGroup {
  readonly awaited: AwaitedPart;
  /** When each waiting request times out, by `performance.now()`, with the earliest first. */
  readonly held: Map<PendingRequest, number>;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the part already exists, in which case new requests do not wait. */
  isReady: boolean;
}

/** Requests for playlists and segments of one live that do not exist yet. */
class LiveQueue {
  readonly #stream: LiveStream;
  readonly #groups = new Map<string, RequestGroup>();
  /** Requests that are ready but not urgent, in the order in which they get their responses. */
  readonly #turn: RequestGroup[] = [];
  #isTurning = false;
  #stopListening: (() => void) | undefined;

  constructor(stream: LiveStream) {
    this.#stream = stream;
  }

  groupOf(awaited: AwaitedPart): RequestGroup {
    const known = this.#groups.get(awaited.name);
    if (known) return known;
    const made: RequestGroup = { awaited, held: new Map(), timer: undefined, isReady: false };
    this.#groups.set(awaited.name, made);
    this.#stopListening ??= this.#stream.onChange(() => this.#check());
    return made;
  }

  add(group: RequestGroup, held: PendingRequest, timeoutMs: number): void {
    group.held.set(held, performance.now() + timeoutMs);
    group.timer ??= setTimeout(() => expireOverdue(group), timeoutMs);
  }

  remove(group: RequestGroup, held: PendingRequest): void {
    group.held.delete(held);
    const { name } = group.awaited;
    if (group.held.size > 0 || this.#groups.get(name) !== group) return;
    clearTimeout(group.timer);
    this.#groups.delete(name);
    if (this.#groups.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  #check(): void {
    const urgent: RequestGroup[] = [];
    for (const group of this.#groups.values()) {
      if (group.isReady || !group.awaited.isReady()) continue;
      group.isReady = true;
      (group.awaited.isUrgent ? urgent : this.#turn).push(group);
    }
    const isBeginning = !this.#isTurning && this.#turn.length > 0;
    this.#isTurning ||= isBeginning;
    if (isBeginning || urgent.length > 0) void this.#answer(urgent, isBeginning);
  }

  async #answer(urgent: readonly RequestGroup[], isBeginning: boolean): Promise<void> {
    const enough = Promise.withResolvers<void>();
    const timer = setTimeout(enough.resolve, MAX_PREPARE_MS);
    // All groups are prepared together. Otherwise Node would complete all responses of one group before the next.
    const answered = Promise.all(urgent.map(prepareGroup)).then((prepared) => {
      for (const { held, given } of orderBySize(urgent, prepared)) answerAll(held, given);
    });
    await Promise.race([answered, enough.promise]);
    clearTimeout(timer);
    if (isBeginning) setImmediate(() => this.#answerSome());
  }

  #answerSome(): void {
    for (let answered = 0; answered < BATCH_SIZE; ) {
      const [group] = this.#turn;
      if (!group) {
        this.#isTurning = false;
        return;
      }
      const [next] = group.held.keys();
      if (next) {
        next(true);
        answered += 1;
      } else {
        this.#turn.shift();
      }
    }
    setImmediate(() => this.#answerSome());
  }
}

/**
 * Prepares the data that a group shares. Returns undefined if that fails, so that each caller gets the error in its own response.
 */
async function prepareGroup({ awaited }: RequestGroup): Promise<unknown> {
  try {
    return await awaited.prepare?.();
  } catch {
    return undefined;
  }
}

/** Times out overdue requests. A group has only one timer, which is set for its oldest request. */
function expireOverdue(group: RequestGroup): void {
  group.timer = undefined;
  const nowMs = performance.now();
  for (const [end, dueAtMs] of group.held) {
    if (dueAtMs > nowMs) {
      group.timer = setTimeout(() => expireOverdue(group), dueAtMs - nowMs);
      return;
    }
    end(false);
  }
}

/** Orders groups by the size of their responses, with the smallest first. */
function orderBySize(groups: readonly RequestGroup[], prepared: readonly unknown[]) {
  const all = groups.map(({ awaited, held }, index) => {
    const given = prepared[index];
    return { held, given, bytes: given === undefined ? 0 : (awaited.weigh?.(given) ?? 0) };
  });
  return all.toSorted((a, b) => a.bytes - b.bytes);
}

function answerAll(held: RequestGroup["held"], prepared: unknown): void {
  for (const end of Array.from(held.keys())) end(true, prepared);
}
