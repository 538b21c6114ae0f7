import { setTimeout as sleep } from "node:timers/promises";
import { CHANGES_PATH, DescriptorChange, INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { readEvents } from "./event-stream.ts";

/** The silence after which a stream counts as dead, in ms. The api writes at least a comment every second. */
const MAX_STREAM_SILENCE_MS = 2_500;
const RETRY_DELAY_MS = 500;

export interface ChangeFollowerOptions {
  apiUrl: string;
  internalSecret: string;
  onChange: (change: DescriptorChange) => void;
  onState: (isFollowing: boolean, reason: string) => void;
}

/**
 * Follows the api's stream of descriptor changes, and resumes it after the last event received. `run` counts the connections: data
 * checked during an earlier connection may have missed a change.
 */
export class ChangeFollower {
  readonly #options: ChangeFollowerOptions;
  readonly #stop = new AbortController();
  #cursor: string | undefined;
  #run = 0;
  #lastBytesAtMs = Number.NEGATIVE_INFINITY;
  #done: Promise<void> = Promise.resolve();

  constructor(options: ChangeFollowerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#done = this.#loop();
  }

  /** The number of the current connection; undefined while disconnected. */
  get followedRun(): number | undefined {
    return Date.now() - this.#lastBytesAtMs < MAX_STREAM_SILENCE_MS ? this.#run : undefined;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #loop(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const reason = await this.#follow(signal).then(
        () => "the api ended the stream",
        (error: unknown) => String(error),
      );
      this.#lastBytesAtMs = Number.NEGATIVE_INFINITY;
      if (signal.aborted) return;
      this.#options.onState(false, reason);
      await sleep(RETRY_DELAY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    }
  }

  async #follow(stop: AbortSignal): Promise<void> {
    const silence = new AbortController();
    const giveUp = setTimeout(
      () => silence.abort(new Error("the stream fell silent")),
      MAX_STREAM_SILENCE_MS * 2,
    );
    try {
      const response = await this.#connect(AbortSignal.any([stop, silence.signal]));
      this.#run += 1;
      this.#options.onState(true, "connected");
      const onBytes = () => {
        this.#lastBytesAtMs = Date.now();
        giveUp.refresh();
      };
      onBytes();
      for await (const event of readEvents(response, onBytes)) {
        const change = parseChange(event.data);
        if (change) this.#options.onChange(change);
        if (event.id !== undefined) this.#cursor = event.id;
      }
    } finally {
      clearTimeout(giveUp);
    }
  }

  async #connect(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const query = this.#cursor === undefined ? "" : `?cursor=${encodeURIComponent(this.#cursor)}`;
    const response = await fetch(`${this.#options.apiUrl}${CHANGES_PATH}${query}`, {
      headers: {
        accept: "text/event-stream",
        [INTERNAL_SECRET_HEADER]: this.#options.internalSecret,
        ...(this.#cursor === undefined ? {} : { "last-event-id": this.#cursor }),
      },
      signal,
    });
    if (!response.ok || !response.body) throw new Error(`the api answered ${response.status}`);
    return response.body;
  }
}

/**
 * Returns a received change; undefined if this edge has no descriptors of its kind, which a newer api may announce during an upgrade.
 * @throws Error if the change is invalid.
 */
function parseChange(text: string): DescriptorChange | undefined {
  const { data, error } = DescriptorChange.safeParse(JSON.parse(text));
  if (error?.issues.some(({ path }) => path[0] !== "kind")) throw error;
  return data;
}
