import type { PluginSession } from "@shoal/contract/player";
import {
  createSwarmEngine,
  rememberLatest,
  type SegmentId,
  SegmentUnavailableError,
  type SwarmEngine,
  type SwarmFault,
  type SwarmStats,
} from "@shoal/p2p";
import { attachmentsOfPage, type Inspection } from "../inspection.ts";
import { type BeaconSender, type BeaconSenderOptions, sendBeacons } from "../metrics/beacon-sender.ts";
import { type Meter, type Rendition, startMeter } from "../metrics/meter.ts";
import { MinuteCounters } from "../metrics/minute-counters.ts";
import { isAdvancing, swarmOptionsOf } from "../swarm-options.ts";
import type { ShoalAttachment, ShoalError, ShoalMetrics, ShoalOptions } from "./plugin.types.ts";
import { maintainPluginSession, type PluginSessionKeeper } from "./session.ts";
import { VERSION } from "./version.ts";

const PLAYHEAD_INTERVAL_MS = 250;
const METRICS_INTERVAL_MS = 1_000;
/** The time limit for a silent server. It is longer than the limits of the players' own loaders, which must detect silence first. */
const MAX_SERVER_SILENCE_MS = 180_000;
/**
 * The maximum number of segments whose address is remembered. The addresses are needed to fetch the missing bytes of segments that
 * peers send incompletely.
 */
const MAX_ADDRESSES = 500;

/** Requests bytes from the CDN as the page's player does, from `fromByte` to the end, or up to `toByte` (exclusive). */
export type RequestSegment = (fromByte: number, signal: AbortSignal, toByte?: number) => Promise<Response>;

export interface CoreOptions extends ShoalOptions {
  element: HTMLVideoElement;
  renditionAt(positionSec: number): Rendition;
  /** The name of the player, without its version. */
  player: string;
  /** Called when the plugin detaches. The adapter removes what it has added to the player. */
  onClose(): void;
}

/** The consent code, which is loaded on demand. */
type ConsentModule = typeof import("../../types/shoal-consent.d.ts");
type NotesModule = typeof import("./shoal-notes.ts");

const NO_METRICS: ShoalMetrics = {
  bytesServer: 0,
  bytesPeer: 0,
  bytesUp: 0,
  peers: 0,
  audience: 1,

  stalls: 0,
  startupMs: null,
  secServer: 0,
  secPeer: 0,
};

/** The common part of all adapters: the session, swarm and figures of one player. Never throws into the host page. */
export class ShoalCore implements ShoalAttachment {
  readonly #options: CoreOptions;
  readonly #meter: Meter;
  readonly #counters = new MinuteCounters();
  readonly #addresses = new Map<SegmentId, RequestSegment>();
  readonly #timers: ReturnType<typeof setInterval>[];
  #keeper: PluginSessionKeeper | undefined;
  #sender: BeaconSender | undefined;
  #engine: SwarmEngine | undefined;
  #past: SwarmStats = NO_METRICS;
  #bytesDirect = 0;
  #fault: string | undefined;
  #isClosed = false;

  constructor(options: CoreOptions) {
    this.#options = options;
    this.#meter = startMeter(
      {
        video: options.element,
        renditionAt: options.renditionAt,
        awaited: () => this.#engine?.awaited() ?? "server",
        swarm: () => this.#stats(),
      },
      this.#counters,
    );
    this.#timers = [
      setInterval(() => this.#sendPlayhead(), PLAYHEAD_INTERVAL_MS),
      setInterval(() => notifyHost(() => options.onMetrics?.(this.metrics())), METRICS_INTERVAL_MS),
    ];
    attachmentsOfPage().add(this);
    if (options.overlay) this.#load("overlay");
  }

  /** Opens the session once the name of the video is known. Only the first call counts. */
  open(manifest: string | undefined): void {
    if (this.#keeper || this.#isClosed) return;
    const { key, video, collection } = this.#options;
    const url = manifest && URL.parse(manifest, location.href);
    // The query is left out, because signatures in it are private and long.
    const manifestUrl = url ? url.origin + url.pathname : undefined;
    this.#keeper = maintainPluginSession({
      page: this.#options,
      request: {
        key,
        video,
        collection,
        manifestUrl,

        referrer: location.href,
        platform: "web",
        version: VERSION,
      },
      onOpened: ({ p2p }) => this.#opened(p2p),
      onError: (error) => {
        this.report(error);
        if (error.type !== "unreachable") this.#leave();
      },
    });
  }

  /** The swarm engine. It is undefined before the page joins the swarm and after it leaves, when the player loads directly. */
  get engine(): SwarmEngine | undefined {
    return this.#engine;
  }

  /** Records how to request a segment's bytes from the CDN. */
  remember(segment: SegmentId, request: RequestSegment): void {
    rememberLatest(this.#addresses, segment, request, MAX_ADDRESSES);
  }

  countDirect(sizeBytes: number): void {
    this.#bytesDirect += sizeBytes;
  }

  countError(): void {
    this.#meter.countError();
  }

  report(error: ShoalError): void {
    this.#fault = error.type;
    notifyHost(() => this.#options.onError?.(error));
  }

  metrics(): ShoalMetrics {
    return this.#isClosed ? NO_METRICS : this.#meter.stats();
  }

  setConsent(isGiven: boolean): void {
    this.#options.consent = isGiven;
    // Viewers who withdraw consent exchange nothing more, even while the edge is unreachable.
    if (!isGiven) this.#stayAlone();
    void this.#keeper?.renewNow();
  }

  inspect(): Inspection {
    const { element: video, renditionAt } = this.#options;
    const opened = this.#keeper?.current;
    return {
      video,
      renditionAt,
      name: opened?.video,
      session: opened?.p2p,

      stats: this.metrics(),
      swarm: this.#engine?.inspect(),
      fault: this.#fault,
    };
  }

  close(): void {
    if (this.#isClosed) return;
    attachmentsOfPage().delete(this);
    this.#options.onClose();
    this.#leave();
    for (const timer of this.#timers) clearInterval(timer);
    this.#meter.close();
    this.#sender?.close();
    this.#isClosed = true;
  }

  #opened(p2p: PluginSession["p2p"]): void {
    this.#fault = undefined;
    this.#engine?.renew(p2p, p2p.rules);
    // If the browser's digest is unavailable, nothing can be verified, so pages on plain HTTP load directly.
    if (globalThis.crypto?.subtle) this.#engine ??= this.#createEngine(p2p);
    if (!this.#sender) {
      const options: BeaconSenderOptions = {
        counters: this.#counters,
        session: () => this.#keeper?.current as PluginSession,
        onBeforeSend: () => this.#meter.recordSample(),
      };
      this.#sender = sendBeacons(options);
      this.#load<NotesModule>("notes", ({ recordWatching }) => {
        options.addNotes = recordWatching(this, this.#options.player, this.#counters);
      });
    }
    // The plugin shows the consent dialog if consent is required and the page does not obtain it itself.
    if (p2p.consent && this.#options.consent === undefined)
      this.#load<ConsentModule>("consent", ({ askConsent }) => askConsent(this));
  }

  /** Loads a part of the plugin. If the page's policy blocks it, playback continues without it. */
  #load<Part>(name: string, use?: (part: Part) => void): void {
    import(/* @vite-ignore */ `${this.#options.edgeUrl}/plugin/${VERSION}/shoal-${name}.mjs`)
      .then(use)
      .catch(console.error);
  }

  #stayAlone(): void {
    const p2p = this.#keeper?.current?.p2p;
    if (p2p) this.#engine?.renew(p2p, { ...p2p.rules, maxPeers: 0 });
  }

  #createEngine(p2p: PluginSession["p2p"]): SwarmEngine {
    return createSwarmEngine({
      ...swarmOptionsOf(p2p),
      serverSilenceMs: MAX_SERVER_SILENCE_MS,
      requestSegment: (segment, fromByte, signal, toByte) => {
        const request = this.#addresses.get(segment);
        if (!request) return Promise.reject(new SegmentUnavailableError(0));
        // The swarm does not retry a failure, because the player then loads the segment itself.
        return request(fromByte, signal, toByte).catch(() => Promise.reject(new SegmentUnavailableError(0)));
      },
      onTicketRefused: () => void this.#keeper?.renewNow(),
      onFault: (fault) => this.#handleFault(fault),
    });
  }

  /** Reports an error. If the hash that several viewers reported is false, peers are no longer used. */
  #handleFault({ type, segment }: SwarmFault): void {
    if (type === "server_failed" || type === "segment_gone") return;
    this.report({ type: "integrity", detail: `${type} ${segment}` });
    if (type === "confirmed_hash_wrong") this.#leave();
  }

  /** Leaves the swarm and keeps the figures of the exchanged data. */
  #leave(): void {
    this.#keeper?.close();
    if (!this.#engine) return;
    this.#past = { ...this.#engine.stats(), peers: 0, audience: 1 };
    // Running requests are completed with data from the CDN.
    this.#stayAlone();
    this.#engine = undefined;
  }

  #stats() {
    const stats = this.#engine?.stats() ?? this.#past;
    return { ...stats, bytesServer: stats.bytesServer + this.#bytesDirect };
  }

  #sendPlayhead(): void {
    const { element } = this.#options;
    this.#engine?.setPlayhead(element.currentTime, element.playbackRate, isAdvancing(element));
  }
}

/** Calls the host without propagating its exceptions. */
function notifyHost(call: () => void): void {
  try {
    call();
  } catch (error) {
    console.error(error);
  }
}

/** Attaches a player, or reports the reason for a failure: the host page never gets an exception. */
export function attachSafely(options: ShoalOptions, attach: () => ShoalCore): ShoalAttachment {
  try {
    if (typeof options.key !== "string" || typeof options.edgeUrl !== "string")
      throw new TypeError("key and edgeUrl are needed");
    return attach();
  } catch (error) {
    const type = error instanceof TypeError ? "options" : "internal";
    notifyHost(() => options?.onError?.({ type, detail: String(error) }));
    return { metrics: () => NO_METRICS, setConsent() {}, close() {} };
  }
}
