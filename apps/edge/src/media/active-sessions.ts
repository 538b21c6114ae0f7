import { LRUCache } from "lru-cache";
import { z } from "zod";
import { type KeptFile, readKept, writeKept } from "../platform/kept-file.ts";
import { type PlaybackClaims, SESSIONS_REMEMBERED } from "../playback/playback-token.ts";

/** A session of a live that has asked for nothing for so long is over. */
const LIVE_SILENT_MAX_MS = 900_000;
/** An edge that is killed forgets no more than this of when sessions asked; they have much longer to ask again. */
const SAVE_MS = 30_000;

const Saved = z.array(z.tuple([z.string(), z.number()]));
interface Active {
  sessionId: string;
  atMs: number;
}

export interface ActiveSessionsOptions extends KeptFile {
  nowMs?: () => number;
}

/**
 * When sessions of lives asked last, of those whose token has expired: one that is not known asked last when its token
 * expired. So a token that expired long ago is taken where its session has gone on asking, also after a start of the
 * edge, and nowhere else.
 */
export class ActiveSessions {
  readonly #path: string;
  readonly #onError: (error: unknown) => void;
  readonly #nowMs: () => number;
  readonly #active = new LRUCache<string, Active>({ max: SESSIONS_REMEMBERED });
  #timer: NodeJS.Timeout | undefined;
  #saving = Promise.resolve();

  private constructor({ path, onError, nowMs = Date.now }: ActiveSessionsOptions, active: Active[]) {
    this.#path = path;
    this.#onError = onError;
    this.#nowMs = nowMs;
    for (const each of active) this.#active.set(each.sessionId, each);
  }

  /** With what the last run remembered; a file that cannot be read is as good as none. */
  static async open(options: ActiveSessionsOptions): Promise<ActiveSessions> {
    const entries = await readKept(options, Saved);
    return new ActiveSessions(
      options,
      entries.map(([sessionId, atMs]) => ({ sessionId, atMs })),
    );
  }

  start(): void {
    this.#timer = setInterval(() => void this.save(), SAVE_MS);
    this.#timer.unref();
  }

  /** Whether the session has gone on asking until now, which is remembered. @param claims of its token, which has expired. */
  goesOn({ sessionId, expiresAtMs }: Pick<PlaybackClaims, "sessionId" | "expiresAtMs">): boolean {
    const nowMs = this.#nowMs();
    const lastMs = Math.max(expiresAtMs, this.#active.get(sessionId)?.atMs ?? 0);
    if (nowMs - lastMs > LIVE_SILENT_MAX_MS) return false;
    this.#active.set(sessionId, { sessionId, atMs: nowMs });
    return true;
  }

  /** Writes what is remembered; one that cannot be written is tried again with the next. */
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
      if (active && nowMs - active.atMs <= LIVE_SILENT_MAX_MS) kept.push([active.sessionId, active.atMs]);
    }
    await writeKept(this.#path, kept);
  }
}
