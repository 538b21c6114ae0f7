import { LRUCache } from "lru-cache";
import { z } from "zod";
import { readStateFile, type StateFile, writeStateFile } from "../platform/state-file.ts";

/** The free bytes per user, edge and day (UTC). They last for an hour at 4.4 Mbit/s. */
export const PREVIEW_BYTES_PER_DAY = 2_000_000_000;
/**
 * The free bytes of all users of a client per edge and day. Clients can create any number of users; ten of them can use their
 * full allowance.
 */
export const PREVIEW_BYTES_OF_CLIENT_PER_DAY = 10 * PREVIEW_BYTES_PER_DAY;
/** The free concurrent previews per user, which cover the page, another tab, and a tab that was left open. */
export const PREVIEW_SESSIONS = 3;
/** The interval of saves. A killed edge loses the claims of one interval at most, as with the meter. */
const SAVE_INTERVAL_MS = 2_000;
const DAY_MS = 86_400_000;
/** The maximum number of remembered clients and users. Each takes at most 4 kB. */
const MAX_PREVIEWERS = 10_000;
/** The number of remembered sessions per user. A forgotten session starts over, within the day's bytes. */
const MAX_SESSIONS_PER_USER = 100;

const SavedAllowances = z.array(
  z.object({
    person: z.string(),
    day: z.int(),
    bytes: z.number().nonnegative(),
    sessions: z.array(z.string()),
  }),
);
type UsedAllowance = z.output<typeof SavedAllowances>[number];

/** The user who previews a video, and the client that owns it. */
export interface Previewer {
  clientId: string;
  userUuid: string;
  sessionId: string;
}

export interface PreviewAllowancesOptions extends StateFile {
  nowMs?: () => number;
}

/**
 * The free allowance for previews, by user, client and day. Beyond it, previews are billed like views, so that a shared pass cannot
 * serve an audience for free.
 */
export class PreviewAllowances {
  readonly #path: string;
  readonly #onError: (error: unknown) => void;
  readonly #nowMs: () => number;
  readonly #used = new LRUCache<string, UsedAllowance>({ max: MAX_PREVIEWERS });
  #timer: NodeJS.Timeout | undefined;
  #isSaved = true;
  #saving = Promise.resolve();

  private constructor({ path, onError, nowMs = Date.now }: PreviewAllowancesOptions, used: UsedAllowance[]) {
    this.#path = path;
    this.#onError = onError;
    this.#nowMs = nowMs;
    for (const each of used) this.#used.set(each.person, each);
  }

  /** Loads the allowances that the last run stored. An unreadable file counts as empty. */
  static async open(options: PreviewAllowancesOptions): Promise<PreviewAllowances> {
    return new PreviewAllowances(options, await readStateFile(options, SavedAllowances));
  }

  start(): void {
    this.#timer = setInterval(() => void this.save(), SAVE_INTERVAL_MS);
    this.#timer.unref();
  }

  /**
   * Claims free bytes for a session. A user's most recent sessions are free, so that moving from video to video never exceeds
   * their number.
   * @returns how many of these bytes are free.
   */
  claim(previewer: Previewer, bytes: number): number {
    const used = this.#usedBy(`${previewer.clientId} ${previewer.userUuid}`);
    const ofClient = this.#usedBy(previewer.clientId);
    const { sessions } = used;
    if (!sessions.includes(previewer.sessionId)) {
      sessions.push(previewer.sessionId);
      if (sessions.length > MAX_SESSIONS_PER_USER) sessions.shift();
    }
    this.#isSaved = false;
    if (!sessions.slice(-PREVIEW_SESSIONS).includes(previewer.sessionId)) return 0;
    const left = Math.min(
      PREVIEW_BYTES_PER_DAY - used.bytes,
      PREVIEW_BYTES_OF_CLIENT_PER_DAY - ofClient.bytes,
    );
    const free = Math.max(0, Math.min(bytes, left));
    used.bytes += free;
    ofClient.bytes += free;
    return free;
  }

  /** Saves the allowances that have changed. After a failure, the next save retries it. */
  async save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#write()).catch(this.#onError);
    await this.#saving;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.save();
  }

  async #write(): Promise<void> {
    if (this.#isSaved) return;
    this.#isSaved = true;
    const today = this.#today();
    try {
      const kept = [...this.#used.rvalues()].filter((used) => used !== undefined && used.day === today);
      await writeStateFile(this.#path, kept);
    } catch (error) {
      this.#isSaved = false;
      throw error;
    }
  }

  #today = (): number => Math.floor(this.#nowMs() / DAY_MS);

  /**
   * Returns the day's use of an allowance.
   * @param person a client and one of its users, or a client alone for all of its users.
   */
  #usedBy(person: string): UsedAllowance {
    const day = this.#today();
    const known = this.#used.get(person);
    if (known?.day === day) return known;
    // At midnight (UTC) the bytes are reset, but running sessions keep their places.
    const used = { person, day, bytes: 0, sessions: known?.sessions ?? [] };
    this.#used.set(person, used);
    return used;
  }
}
