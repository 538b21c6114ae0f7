import { setTimeout as sleep } from "node:timers/promises";
import type { LiveFault } from "@shoal/contract";
import type { LiveSource } from "@shoal/contract/ingest";
import {
  isNotCopied,
  type LiveProcess,
  type LiveProcessEnd,
  lacksTimestamps,
  type SourceAddress,
  type SourceReading,
} from "@shoal/media";
import { type Admission, FlvReader, type MediaMessage, type MediaSink } from "@shoal/rtmp";
import type { FetchError, FetchFailure } from "@shoal/safe-fetch";
import { retryDelayMsAfter } from "./back-off.ts";
import type { SourceTunnel } from "./source-tunnel.ts";

/** How long a source may be silent, at the start or later, before the ingest requests it again. */
const MAX_SILENCE_MS = 20_000;
/** Errors that a retry cannot resolve. */
const PERMANENT_FAILURES: readonly FetchFailure[] = ["forbidden_address", "forbidden_port", "bad_url"];

export interface SourceRunDeps {
  openTunnel(address: SourceAddress): Promise<SourceTunnel>;
  start(options: SourceReading & { url: string; tunnelPath: string }): LiveProcess;
  admit(key: string, signal: AbortSignal): Promise<Admission>;
  /** Called when fetching fails, so that this can be logged. The details contain neither the URL nor the key. */
  onTrouble(uuid: string, detail: { failure?: FetchError; end?: LiveProcessEnd; error?: unknown }): void;
}

/** Fetches a live from its URL, with retries, until it is closed. */
export class SourceRun {
  readonly source: LiveSource;
  readonly #address: SourceAddress;
  readonly #deps: SourceRunDeps;
  readonly #leaving = new AbortController();
  readonly #done: Promise<void>;
  #fault: LiveFault | null = null;
  /** How the source is read. Its video is assumed to be H.264 until the media show otherwise. */
  #reading: SourceReading = { isCopied: true, isTimedByArrival: false };

  constructor(source: LiveSource, address: SourceAddress, deps: SourceRunDeps) {
    this.source = source;
    this.#address = address;
    this.#deps = deps;
    this.#done = this.#run();
  }

  /** Why no media are received; null while they are received, and while the reason is unknown. */
  get fault(): LiveFault | null {
    return this.#fault;
  }

  /** Stops fetching. Resolves once all processes and connections have ended. */
  async close(): Promise<void> {
    this.#leaving.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { signal } = this.#leaving;
    for (let tries = 0; !signal.aborted; tries++) {
      const hasCome = await this.#fetch().catch((error: unknown) => {
        this.#deps.onTrouble(this.source.uuid, { error });
        return false;
      });
      if (hasCome) tries = 0;
      await sleep(retryDelayMsAfter(tries), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Fetches the source once. @returns whether media were received. */
  async #fetch(): Promise<boolean> {
    const tunnel = await this.#deps.openTunnel(this.#address);
    try {
      const { url } = this.source;
      const process = this.#deps.start({ url, ...this.#reading, tunnelPath: tunnel.path });
      return await this.#read(process, tunnel);
    } finally {
      await tunnel.close();
    }
  }

  async #read(process: LiveProcess, tunnel: SourceTunnel): Promise<boolean> {
    const { signal } = this.#leaving;
    const patience = new SilenceWatchdog(() => process.kill());
    const kill = () => process.kill();
    signal.addEventListener("abort", kill);
    process.input.end();
    let sink: MediaSink | undefined;
    try {
      const reader = new FlvReader();
      for await (const bytes of process.outputs[0] ?? []) {
        patience.renew();
        const messages = reader.push(bytes as Buffer);
        sink ??= await this.#admit(messages);
        for (const message of sink ? messages : []) await sink?.write(message);
      }
    } finally {
      patience.end();
      signal.removeEventListener("abort", kill);
      process.kill();
      this.#record(await process.ended, tunnel, sink !== undefined);
      sink?.end("disconnected");
    }
    return sink !== undefined;
  }

  /**
   * Opens a sink once there is video or audio.
   * @throws Error if the live may not be published.
   */
  async #admit(messages: readonly MediaMessage[]): Promise<MediaSink | undefined> {
    if (messages.every(({ kind }) => kind === "script")) return undefined;
    const admission = await this.#deps.admit(this.source.key, this.#leaving.signal);
    if (!admission.isAdmitted) throw new Error("The live was not admitted");
    this.#fault = null;
    return admission.open();
  }

  #record(end: LiveProcessEnd, { failure }: SourceTunnel, hasCome: boolean): void {
    if (this.#leaving.signal.aborted) return;
    if (!hasCome && this.#reading.isCopied && isNotCopied(end.stderrTail)) {
      this.#reading = { isCopied: false, isTimedByArrival: lacksTimestamps(end.stderrTail) };
      return;
    }
    if (!hasCome)
      this.#fault =
        failure && PERMANENT_FAILURES.includes(failure.reason) ? "source_not_allowed" : "source_unreachable";
    // The messages of ffmpeg are left out, because they contain the URL.
    this.#deps.onTrouble(this.source.uuid, failure ? { failure } : { end: { ...end, stderrTail: "" } });
  }
}

/** Ends a process that is silent for too long. */
class SilenceWatchdog {
  readonly #onLost: () => void;
  #timer: NodeJS.Timeout;

  constructor(onLost: () => void) {
    this.#onLost = onLost;
    this.#timer = setTimeout(onLost, MAX_SILENCE_MS);
  }

  renew(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onLost, MAX_SILENCE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
