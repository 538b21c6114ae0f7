import type { AdmittedLive } from "@shoal/contract";
import type { LiveFeed } from "@shoal/media";
import type { Admission, PublishRequest } from "@shoal/rtmp";
import type { LiveSession } from "./live-session.ts";

export interface LiveSessionsOptions {
  /** @returns undefined for a key that nothing may be published with. Rejects while nobody can tell. */
  findLive(key: string, signal: AbortSignal): Promise<AdmittedLive | undefined>;
  openSession(live: AdmittedLive): LiveSession;
}

/** The lives of this ingest. */
export class LiveSessions {
  readonly #options: LiveSessionsOptions;
  readonly #sessions = new Map<string, LiveSession>();

  constructor(options: LiveSessionsOptions) {
    this.#options = options;
  }

  /** Decides about a publisher: of a live that runs already he is the new one. */
  async admit({ key }: PublishRequest, signal: AbortSignal): Promise<Admission> {
    const live = await this.#options.findLive(key, signal);
    if (!live) return { isAdmitted: false, reason: "This stream key is not valid" };
    return { isAdmitted: true, id: live.uuid, open: () => this.#sessionOf(live).openSink() };
  }

  /** What is watched of a live; undefined where it does not run here, or has nothing yet. */
  find(uuid: string, generation: number): LiveFeed | undefined {
    const session = this.#sessions.get(uuid);
    return session?.live.generation === generation ? session.stream : undefined;
  }

  list(): LiveSession[] {
    return [...this.#sessions.values()];
  }

  /** Ends all of them. Resolves when nothing of them runs any more. */
  async close(): Promise<void> {
    const sessions = this.list();
    for (const session of sessions) session.stop();
    await Promise.all(sessions.map(({ closed }) => closed));
  }

  #sessionOf(live: AdmittedLive): LiveSession {
    const running = this.#sessions.get(live.uuid);
    if (running && running.state !== "ended" && running.live.generation === live.generation) return running;
    running?.stop();
    const session = this.#options.openSession(live);
    this.#sessions.set(live.uuid, session);
    void session.closed.then(() => {
      if (this.#sessions.get(live.uuid) === session) this.#sessions.delete(live.uuid);
    });
    return session;
  }
}
