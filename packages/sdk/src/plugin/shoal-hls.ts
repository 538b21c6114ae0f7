import type Hls from "hls.js";
import type {
  Events,
  FragBufferedData,
  FragmentLoaderContext,
  HlsConfig,
  LoaderConfiguration,
  LoaderContext,
  ManifestLoadingData,
} from "hls.js";
import type { attachHls as PublicAttachHls } from "../../types/shoal-hls.d.ts";
import { createFragmentLoaderClass } from "../hls/fragment-loader.ts";
import { followLateTracks } from "../hls/late-tracks.ts";
import { recordBuffered, renditionAt } from "../hls/rendition.ts";
import { SegmentTimeline } from "../metrics/segment-timeline.ts";
import type { RequestSegment } from "./core.ts";
import { answerOf, loadSegment } from "./load-segment.ts";
import { attachSafely, ShoalCore } from "./shoal.ts";

// The event names of hls.js's enum. They are not imported, because the page loads its own hls.js.
const MANIFEST_LOADING = "hlsManifestLoading" as Events.MANIFEST_LOADING;
const FRAG_BUFFERED = "hlsFragBuffered" as Events.FRAG_BUFFERED;
const HLS_ERROR = "hlsError" as Events.ERROR;
/** The policy with which the player's own loader makes a single attempt. The player handles failures. */
const SINGLE_ATTEMPT_POLICY: LoaderConfiguration = {
  loadPolicy: {
    maxTimeToFirstByteMs: 10_000,
    maxLoadTimeMs: 120_000,
    timeoutRetry: null,
    errorRetry: null,
  },

  timeout: 120_000,
  maxRetry: 0,
  retryDelay: 0,
  maxRetryDelay: 0,
};

/** Attaches an hls.js player, playing from any CDN, to the swarm. Never throws: see `onError`. */
export const attachHls: typeof PublicAttachHls = (hls, video, options) =>
  attachSafely(options, () => {
    const timeline = new SegmentTimeline();
    const { fLoader } = hls.config;
    const isFromPeer = new Set<string>();
    const handleLoading = (_: Events.MANIFEST_LOADING, { url }: ManifestLoadingData) => core.open(url);
    const handleBuffered = (_: Events.FRAG_BUFFERED, { frag, part }: FragBufferedData) =>
      recordBuffered(hls, timeline, { frag, part }, isFromPeer.delete(frag.url) ? "peer" : "server");
    const handleError = (_: Events.ERROR, { fatal }: { fatal: boolean }) => {
      if (fatal) core.countError();
    };
    const core = new ShoalCore({
      ...options,
      player: "hls.js",
      element: video,
      renditionAt: (positionSec) => renditionAt(hls, video, timeline, positionSec),
      onClose() {
        if (fLoader) hls.config.fLoader = fLoader;
        else delete (hls.config as Partial<HlsConfig>).fLoader;
        hls.off(MANIFEST_LOADING, handleLoading);
        hls.off(FRAG_BUFFERED, handleBuffered);
        hls.off(HLS_ERROR, handleError);
        stopFollowing();
      },
    });
    const stopFollowing = followLateTracks(hls, video);
    hls.config.fLoader = loaderClass(hls, video, core, (url) => isFromPeer.add(url));
    hls.on(MANIFEST_LOADING, handleLoading);
    hls.on(FRAG_BUFFERED, handleBuffered);
    hls.on(HLS_ERROR, handleError);
    if (options.video !== undefined || hls.url) core.open(hls.url ?? undefined);
    return core;
  });

function loaderClass(
  hls: Hls,
  video: HTMLVideoElement,
  core: ShoalCore,
  onPeer: (url: string) => void,
): NonNullable<HlsConfig["fLoader"]> {
  const DefaultLoader = (hls.config.fLoader ?? hls.config.loader) as HlsConfig["loader"];
  return createFragmentLoaderClass({
    DefaultLoader,
    load(context, wanted) {
      // The player does not wait for a swarm that has not been joined yet.
      if (!core.engine) return undefined;
      const { url, rangeStart = 0, rangeEnd } = context;
      const span = rangeEnd ? { fromByte: rangeStart, toByte: rangeEnd } : undefined;
      const request = requestByPlayer(hls, DefaultLoader, context);
      return loadSegment(core, { ...wanted, url, span, request });
    },
    onDirect: (sizeBytes) => core.countDirect(sizeBytes),
    bufferEndSec: () => hls.mainForwardBufferInfo?.end ?? video.currentTime,
    bandwidthBps: () => (Number.isFinite(hls.bandwidthEstimate) ? hls.bandwidthEstimate : 0),
    onLoaded: (url, transport) => {
      if (transport === "peer") onPeer(url);
    },
  });
}

/** Requests a part of the bytes by the page's own loader with its headers, credentials and settings. */
function requestByPlayer(
  hls: Hls,
  DefaultLoader: HlsConfig["loader"],
  context: FragmentLoaderContext,
): RequestSegment {
  const { rangeStart = 0, rangeEnd = 0 } = context;
  return (fromByte, signal, toByte) =>
    new Promise((resolve, reject) => {
      const loader = new DefaultLoader(hls.config);
      const end = toByte === undefined ? rangeEnd : rangeStart + toByte;
      // hls.js cannot request a range without an end.
      const range = end > 0 ? { rangeStart: rangeStart + fromByte, rangeEnd: end } : {};
      signal.addEventListener("abort", () => loader.destroy(), { once: true });
      const part: LoaderContext = { ...context, ...range, responseType: "arraybuffer" };
      loader.load(part, SINGLE_ATTEMPT_POLICY, {
        onSuccess: ({ data }) => {
          const bytes = data as ArrayBuffer;
          // hls.js does not state whether the status is 200 or 206. A partial response is not longer than requested.
          const isPart = end > 0 && bytes.byteLength <= end - rangeStart - fromByte;
          resolve(answerOf(bytes, isPart ? 206 : 200));
        },
        onError: ({ code, text }) => reject(new Error(`${code} ${text}`)),
        onTimeout: () => reject(new Error("The CDN took too long")),
      });
    });
}
