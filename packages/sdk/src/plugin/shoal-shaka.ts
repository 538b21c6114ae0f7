import type { Transport } from "@shoal/p2p";
import type { attachShaka as PublicAttachShaka } from "../../types/shoal-shaka.d.ts";
import { loadingTimes } from "../metrics/loading-times.ts";
import { SegmentTimeline } from "../metrics/segment-timeline.ts";
import { followManifest, listManifest, type ManifestPlayer } from "./follow-manifest.ts";
import { loadSegment } from "./load-segment.ts";
import type { ShakaContext, ShakaPlayer } from "./shaka.types.ts";
import { routeSegments } from "./shaka-network.ts";
import { attachSafely, ShoalCore } from "./shoal.ts";

/** Shaka's `RequestType`. */
const MANIFEST_REQUEST_TYPE = 0;
/** Shaka's `Error.Severity`. */
const CRITICAL_SEVERITY = 2;

/** Attaches a Shaka player, playing from any CDN, to the swarm. Never throws: see `onError`. */
export const attachShaka: typeof PublicAttachShaka = (host, video, options) =>
  attachSafely(options, () => {
    const player = host as ShakaPlayer;
    const engine = player.getNetworkingEngine();
    if (!engine) throw new TypeError("The player was destroyed");
    const timeline = new SegmentTimeline();
    const events = new AbortController();
    const core = new ShoalCore({
      ...options,
      player: "Shaka Player",
      element: video,
      renditionAt(positionSec) {
        const heights = player.getVariantTracks().map(({ height }) => height ?? 0);
        return timeline.renditionAt(positionSec, heights, video);
      },
      onClose() {
        events.abort();
        release();
        stopFollowing();
      },
    });
    const stopFollowing = followManifest(video, followedPlayer(player));
    const put = (context: ShakaContext, transport: Transport) =>
      recordLoadedSegment(timeline, player, context, transport);
    const release = routeSegments(player, engine, {
      // If segments were played while they arrive, no viewer would have complete ones in time to share them.
      isOpen: () => core.engine !== undefined && !isLowLatency(player),
      async load(wanted, context) {
        const startSec = context.segment?.getStartTime() ?? bufferEndSec(video);
        const loaded = await loadSegment(core, { ...wanted, startSec });
        if (loaded) put(context, loaded.transport);
        return loaded;
      },
      timeMs(loaded) {
        const { start, end } = loadingTimes(loaded, player.getStats().estimatedBandwidth || 0);
        return end - start;
      },
      onDirect(context, sizeBytes) {
        core.countDirect(sizeBytes);
        if (context) put(context, "server");
      },
    });
    openWithManifest(player, events.signal, core, options.video !== undefined);
    return core;
  });

function followedPlayer(player: ShakaPlayer): ManifestPlayer {
  const countOf = (ids: (number | null)[]) => new Set(ids.filter((id) => id !== null)).size;
  async function read(url: string): Promise<string> {
    const engine = player.getNetworkingEngine();
    if (!engine) throw new Error("The player was destroyed");
    const { retryParameters } = player.getConfiguration().manifest;
    const request = engine.constructor.makeRequest([url], retryParameters);
    return new TextDecoder().decode((await engine.request(MANIFEST_REQUEST_TYPE, request).promise).data);
  }
  // Shaka keeps a distance from the end of content that is still being extended, and would seek back by this distance.
  const playToTheEnd = () => player.getManifest()?.presentationTimeline.setDelay(0);
  return {
    url: () => player.getAssetUri() ?? undefined,
    countTracks() {
      const tracks = player.getVariantTracks();
      return countOf(tracks.map(({ videoId }) => videoId)) + countOf(tracks.map(({ audioId }) => audioId));
    },
    list: async (url) => listManifest(await read(url), url, read),
    async load(url, positionSec) {
      player.addEventListener("manifestparsed", playToTheEnd);
      await player.load(url, positionSec).finally(() => {
        player.removeEventListener("manifestparsed", playToTheEnd);
      });
    },
  };
}

/** Opens the session with the manifest, or immediately if the page names the video. */
function openWithManifest(player: ShakaPlayer, signal: AbortSignal, core: ShoalCore, isNamed: boolean): void {
  const open = () => {
    const url = player.getAssetUri() ?? undefined;
    if (isNamed || url !== undefined) core.open(url);
  };
  const handleError = (event: Event) => {
    const { detail } = event as CustomEvent<{ severity?: number } | undefined>;
    if (detail?.severity === CRITICAL_SEVERITY) core.countError();
  };
  player.addEventListener("loading", open);
  player.addEventListener("error", handleError);
  signal.addEventListener("abort", () => {
    player.removeEventListener("loading", open);
    player.removeEventListener("error", handleError);
  });
  open();
}

function recordLoadedSegment(
  timeline: SegmentTimeline,
  player: ShakaPlayer,
  { stream, segment }: ShakaContext,
  transport: Transport,
): void {
  if (!stream || !segment || (stream.type !== "video" && !player.isAudioOnly())) return;
  const [startSec, endSec] = [segment.getStartTime(), segment.getEndTime()];
  // An HLS stream does not state its bandwidth, whereas its variant does.
  const variant = player.getVariantTracks().find(({ active }) => active);
  const [bps, height] = [stream.bandwidth ?? variant?.bandwidth ?? 0, stream.height ?? 0];
  timeline.put({ startSec, endSec, transport, kbps: bps / 1000, height });
}

const isLowLatency = (player: ShakaPlayer): boolean =>
  player.getManifest()?.isLowLatency === true && player.getConfiguration().streaming.lowLatencyMode;

function bufferEndSec({ buffered, currentTime }: HTMLVideoElement): number {
  return buffered.length > 0 ? buffered.end(buffered.length - 1) : currentTime;
}
