import type { EndReason } from "@shoal/rtmp";
import type { DirectSession } from "../../session/direct-session.ts";
import type { CaptureIntake } from "./capture-server.types.ts";

/** A publisher whose video goes directly to viewers. Its empty slices show that it is still connected. */
export class Presence implements CaptureIntake {
  readonly #session: DirectSession;
  readonly #ended = Promise.withResolvers<void>();

  constructor(session: DirectSession) {
    this.#session = session;
    // Listeners get this error. If there are none, it must not become an unhandled rejection.
    this.#ended.promise.catch(() => undefined);
    void session.over.then(() => this.#ended.reject(new Error("The live has ended")));
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  write(slice: Buffer): undefined {
    if (slice.length > 0) this.#ended.reject(new Error("A recording comes where none was announced"));
  }

  end(): void {
    this.#ended.resolve();
  }

  async leave(reason: EndReason): Promise<void> {
    this.#session.end(reason === "unpublished");
  }
}
