import type { LiveFault } from "@shoal/contract";
import type { AdmittedLive, LiveCondition } from "@shoal/contract/ingest";
import { isLiveRunning, isLiveUnrecorded } from "@shoal/domain";
import { type LiveClock, type LiveFeed, steadyClock } from "@shoal/media";
import type { Admission, PublishRequest } from "@shoal/rtmp";
import type { AdmissionResponse, ControlPlane } from "../control/control-plane.ts";
import type { DirectSession } from "./direct-session.ts";
import type { LiveSession } from "./live-session.ts";

/** Returns how long an ended live is kept, in ms: the rewind window plus a minute, so that viewers who are behind can finish. */
const retentionMsOf = ({ seekBackSec }: AdmittedLive) => (seekBackSec + 60) * 1_000;

/** The messages that rejected encoders receive. */
const REFUSAL_MESSAGES = {
  unknown_key: "This stream key is not valid",
  stopped: "This live was stopped; start it again first",
} as const;

/** An admission with the reason for a rejection, and with ways to open a direct session or to decline the publisher. */
export type LiveAdmission =
  | (Extract<Admission, { isAdmitted: true }> & {
      /**
       * Opens a direct session instead of a sink. Only for lives whose viewers all connect to the publisher; undefined for other
       * lives.
       */
      openDirectSession: (() => DirectSession) | undefined;
      /**
       * Rejects the publisher. Unless another publisher is connected, the live ends with this error, so that viewers do not wait for it.
       */
      decline(fault: LiveFault): void;
    })
  | (Extract<Admission, { isAdmitted: false }> & { refusal: keyof typeof REFUSAL_MESSAGES });

export interface LiveSessionsOptions {
  /** Finds the live of a key. Rejects if the api is unreachable. */
  admit: ControlPlane["admit"];
  openSession(live: AdmittedLive): LiveSession;
  /** The clock that determines how long ended lives are kept; a monotonic clock by default. */
  clock?: LiveClock;
}

/** Manages the lives of this ingest. */
export class LiveSessions {
  readonly #options: LiveSessionsOptions;
  readonly #clock: LiveClock;
  readonly #sessions = new Map<string, LiveSession>();
  /** Sessions that have ended or are ending, including those that a newer session has replaced. */
  readonly #ending = new Set<{ session: LiveSession; end(): void; ended: Promise<void> }>();

  constructor(options: LiveSessionsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? steadyClock();
  }

  /** Decides whether to admit a publisher. If the live is already running, the publisher replaces the current one. */
  async admit({ key }: Pick<PublishRequest, "key">, signal: AbortSignal): Promise<LiveAdmission> {
    const { live, refusal: why } = await this.#ask(key, signal);
    const refusal = why ?? "unknown_key";
    if (!live) return { isAdmitted: false, refusal, reason: REFUSAL_MESSAGES[refusal] };
    const openDirectSession = isLiveUnrecorded(live)
      ? () => this.#sessionOf(live).openDirectSession()
      : undefined;
    return {
      isAdmitted: true,
      id: live.uuid,
      openDirectSession,
      open: () => this.#sessionOf(live).openSink(),
      decline: (fault) => {
        if (!this.#findRunning(live)) this.#sessionOf(live).stop(fault);
      },
    };
  }

  /** Finds the window of a live; undefined if it does not run at this ingest, or has no data yet. */
  find(uuid: string, generation: number): LiveFeed | undefined {
    const session = this.#sessions.get(uuid);
    return session?.live.generation === generation ? session.stream : undefined;
  }

  /** Ends a live that the api no longer wants. */
  stop(live: Pick<AdmittedLive, "uuid" | "generation">): void {
    for (const { session } of this.#ending)
      if (session.live.uuid === live.uuid && session.live.generation === live.generation) session.stop();
  }

  list(): LiveSession[] {
    return [...this.#sessions.values()];
  }

  /** Returns the current measurements of running lives. */
  measure(): LiveCondition[] {
    return this.#listRunning().map(({ condition }) => condition);
  }

  /** Returns the number of dropped rungs, over all running lives. */
  countLeftOut(): number {
    return this.#listRunning().reduce((sum, { leftOutRungs }) => sum + leftOutRungs, 0);
  }

  /** Ends all lives at this ingest. Resolves when all processes have exited and data that is not recorded has been removed. */
  async close(): Promise<void> {
    const ending = [...this.#ending];
    for (const { session, end } of ending) {
      session.leave();
      end();
    }
    await Promise.all(ending.map(({ ended }) => ended));
  }

  /** Requests the live of a key from the api. A live that has meanwhile ended on this ingest gets a new generation. */
  async #ask(key: string, signal: AbortSignal): Promise<AdmissionResponse> {
    const { admit } = this.#options;
    const answer = await admit(key, { signal });
    const { live, isBegun } = answer;
    if (!live || isBegun || this.#findRunning(live)) return answer;
    return admit(key, { endedGeneration: live.generation, signal });
  }

  #listRunning(): LiveSession[] {
    return this.list().filter(({ state }) => isLiveRunning(state));
  }

  #findRunning({ uuid, generation }: Pick<AdmittedLive, "uuid" | "generation">): LiveSession | undefined {
    const session = this.#sessions.get(uuid);
    return session?.state !== "ended" && session?.live.generation === generation ? session : undefined;
  }

  #sessionOf(live: AdmittedLive): LiveSession {
    const running = this.#findRunning(live);
    if (running) return running;
    this.#sessions.get(live.uuid)?.stop();
    const session = this.#options.openSession(live);
    this.#sessions.set(live.uuid, session);
    this.#followEnd(session);
    return session;
  }

  /** Keeps a live available for a while after its end, unless the ingest is shutting down as well. */
  #followEnd(session: LiveSession): void {
    const leaving = new AbortController();
    const removeAfterGrace = async () => {
      await session.closed;
      const removedAtMs = this.#clock.nowMs() + retentionMsOf(session.live);
      await this.#clock.waitUntil(removedAtMs, leaving.signal).catch(() => undefined);
      if (this.#sessions.get(session.live.uuid) === session) this.#sessions.delete(session.live.uuid);
      await session.discard();
      this.#ending.delete(entry);
    };
    const entry = { session, end: () => leaving.abort(), ended: removeAfterGrace() };
    this.#ending.add(entry);
  }
}
