import { LRUCache } from "lru-cache";
import { z } from "zod";
import { readStateFile, type StateFile, writeStateFile } from "../platform/state-file.ts";
import { MAX_CACHED_SESSIONS, type PlaybackClaims } from "../playback/playback-token.ts";

/** How long a live session stays active without a request, in ms. */
const MAX_LIVE_SILENCE_MS = 900_000;
/**
 * The interval of saves, in ms. A killed edge loses the request times of one interval, which is much shorter than the time for
 * which a session may be silent.
 */
const SAVE_INTERVAL_MS = 30_000;

const SavedSessions = z.array(z.tuple([z.string(), z.number()]));
interface ActiveSession {
  sessionId: string;
  atMs: number;
}

export interface ActiveSessionsOptions extends StateFile {
  nowMs?: () => number;
}

/**
 * Tracks when each live session with an expired token last sent a request; for unknown sessions, the expiry counts as the last
 * request. An expired token is accepted only while its session keeps sending requests, also across a restart of the edge.
 */
export class ActiveSessions {
  readonly #path: string;
  readonly #onError: (error: unknown) => void;
  readonly #nowMs: () => number;
  readonly #active = new LRUCache<string, ActiveSession>({ max: MAX_CACHED_SESSIONS });
  #timer: NodeJS.Timeout | undefined;
  #saving = Promise.resolve();

  private constructor({ path, onError, nowMs = Date.now }: ActiveSessionsOptions, active: ActiveSession[]) {
    this.#path = path;
    this.#onError = onError;
    this.#nowMs = nowMs;
    for (const each of active) this.#active.set(each.sessionId, each);
  }

  /** Loads the state that the last run stored. An unreadable file counts as empty. */
  static async open(options: ActiveSessionsOptions): Promise<ActiveSessions> {
    const entries = await readStateFile(options, SavedSessions);
    return new ActiveSessions(
      options,
      entries.map(([sessionId, atMs]) => ({ sessionId, atMs })),
    );
  }

  start(): void {
    this.#timer = setInterval(() => void this.save(), SAVE_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Whether a session with an expired token is still active: it has made no longer pause than allowed. Records this request. */
  goesOn({ sessionId, expiresAtMs }: Pick<PlaybackClaims, "sessionId" | "expiresAtMs">): boolean {
    const nowMs = this.#nowMs();
    const lastMs = Math.max(expiresAtMs, this.#active.get(sessionId)?.atMs ?? 0);
    if (nowMs - lastMs > MAX_LIVE_SILENCE_MS) return false;
    this.#active.set(sessionId, { sessionId, atMs: nowMs });
    return true;
  }

  /** Saves the state. After a failure, the next save retries it. */
  async save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#write()).catch(this.#onError);
    await this.#saving;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.save();
  }

  async #write(): Promise<void> {
    const nowMs = this.#nowMs();
    const kept: [sessionId: string, atMs: number][] = [];
    for (const active of this.#active.rvalues()) {
      if (active && nowMs - active.atMs <= MAX_LIVE_SILENCE_MS) kept.push([active.sessionId, active.atMs]);
    }
    await writeStateFile(this.#path, kept);
  }
}
