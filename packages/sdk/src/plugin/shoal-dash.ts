import type { Transport } from "@shoal/p2p";
import type { MediaPlayerClass } from "dashjs";
import type { attachDash as PublicAttachDash } from "../../types/shoal-dash.d.ts";
import { SegmentTimeline } from "../metrics/segment-timeline.ts";
import { bufferEndSec } from "./buffer-end.ts";
import { type DashFragment, type DashLoader, wrapLoader } from "./dash-loader.ts";
import { awaitData, followManifest, type ManifestListing, type ManifestPlayer } from "./follow-manifest.ts";
import { attachSafely, ShoalCore } from "./shoal.ts";

// The names of dash.js's events. They are not imported, because the page loads its own dash.js.
const MANIFEST_LOADING_STARTED = "manifestLoadingStarted";
const MANIFEST_LOADED = "manifestLoaded";
const FRAGMENT_LOADING_COMPLETED = "fragmentLoadingCompleted";
const ERROR_EVENT = "error";

/** The smallest live delay that dash.js accepts. It treats 0 as unset. */
const MIN_DELAY_SEC = 0.001;
/** A window that is longer than that of any live. */
const LONG_WINDOW_SEC = 1_000_000;

/** A manifest as dash.js has parsed it. */
interface ParsedManifest {
  type?: string;
  timeShiftBufferDepth?: number;
  Period?: { AdaptationSet?: { Representation?: unknown[] }[] }[];
}

/** The state of a player whose loaders the plugin has extended. dash.js accepts an extension once and never removes it. */
interface AttachedPlayer {
  core: ShoalCore | undefined;
  transports: WeakMap<DashFragment, Transport>;
}
const attachedPlayers = new WeakMap<MediaPlayerClass, AttachedPlayer>();

/** Attaches a dash.js player, playing from any CDN, to the swarm. Never throws: see `onError`. */
export const attachDash: typeof PublicAttachDash = (player, options) =>
  attachSafely(options, () => {
    const element = elementOf(player);
    const timeline = new SegmentTimeline();
    const attached = attachedPlayers.get(player) ?? extendPlayer(player, element);
    let heights: number[] = [];
    let manifest: ParsedManifest | undefined;
    const handleManifest = ({ request }: { request: { url: string } }) => core.open(request.url);
    const handleRead = ({ data }: { data: object }) => {
      manifest = data;
    };
    const handleLoaded = ({ request, response }: { request: DashFragment; response?: ArrayBuffer }) => {
      if (!response) return;
      const transport = attached.transports.get(request);
      if (!transport) core.countDirect(request.bytesTotal || response.byteLength);
      if (request.mediaType !== "video" || request.type !== "MediaSegment") return;
      heights = request.representation?.mediaInfo?.bitrateList?.map(({ height = 0 }) => height) ?? heights;
      recordLoadedSegment(timeline, request, transport ?? "server");
    };
    const handleError = () => core.countError();
    const core = new ShoalCore({
      ...options,
      player: "dash.js",
      element,
      renditionAt: (positionSec) => timeline.renditionAt(positionSec, heights, element),
      onClose() {
        stopFollowing();
        if (attached.core === core) attached.core = undefined;
        player.off(MANIFEST_LOADING_STARTED, handleManifest);
        player.off(MANIFEST_LOADED, handleRead);
        player.off(FRAGMENT_LOADING_COMPLETED, handleLoaded);
        player.off(ERROR_EVENT, handleError);
      },
    });
    const stopFollowing = followManifest(
      element,
      followedPlayer(player, element, () => manifest),
    );
    attached.core = core;
    player.on(MANIFEST_LOADING_STARTED, handleManifest);
    player.on(MANIFEST_LOADED, handleRead);
    player.on(FRAGMENT_LOADING_COMPLETED, handleLoaded);
    player.on(ERROR_EVENT, handleError);
    const url = sourceOf(player);
    if (options.video !== undefined || url !== undefined) core.open(url);
    return core;
  });

function followedPlayer(
  player: MediaPlayerClass,
  element: HTMLVideoElement,
  manifest: () => ParsedManifest | undefined,
): ManifestPlayer {
  return {
    url: () => manifest() && sourceOf(player),
    countTracks: () =>
      player.getRepresentationsByType("video").length +
      player.getTracksFor("audio").reduce((sum, { bitrateList }) => sum + bitrateList.length, 0),
    list: async () => listMpd(manifest()),
    async load(url, positionSec, signal) {
      // dash.js starts content without an end at its live delay from the end, or earlier.
      const { liveDelay = Number.NaN } = player.getSettings().streaming?.delay ?? {};
      player.updateSettings({ streaming: { delay: { liveDelay: MIN_DELAY_SEC } } });
      player.attachSource(url, positionSec);
      await awaitData(element, signal).finally(() =>
        player.updateSettings({ streaming: { delay: { liveDelay } } }),
      );
    },
  };
}

/** Lists the tracks of a manifest that dash.js has parsed. dash.js itself reloads a dynamic manifest. */
function listMpd({
  type,
  timeShiftBufferDepth: windowSec = Infinity,
  Period = [],
}: ParsedManifest = {}): ManifestListing {
  const sets = Period.flatMap(({ AdaptationSet = [] }) => AdaptationSet);
  return {
    trackCount: sets.reduce((sum, { Representation = [] }) => sum + Representation.length, 0),
    isGrowing: type === "dynamic" && windowSec >= LONG_WINDOW_SEC,
  };
}

/** Returns the player's video element. @throws TypeError if it has none. */
function elementOf(player: MediaPlayerClass): HTMLVideoElement {
  try {
    return player.getVideoElement();
  } catch (cause) {
    throw new TypeError("The player has no video yet: attach it after initialize", { cause });
  }
}

function sourceOf(player: MediaPlayerClass): string | undefined {
  if (!player.isReady()) return undefined;
  const source = player.getSource();
  // The source can also be a manifest that the page has parsed itself.
  return typeof source === "string" ? source : (source as { url?: string }).url;
}

function extendPlayer(player: MediaPlayerClass, element: HTMLVideoElement): AttachedPlayer {
  const attached: AttachedPlayer = { core: undefined, transports: new WeakMap() };
  attachedPlayers.set(player, attached);
  const extension = function (this: { parent: DashLoader }): DashLoader {
    return wrapLoader(this.parent, {
      core: () => attached.core,
      bufferEndSec: () => bufferEndSec(element),
      bandwidthBps: (mediaType) => player.getAverageThroughput(mediaType as "video") * 1000 || 0,
      onLoaded: (fragment, transport) => attached.transports.set(fragment, transport),
    });
  };
  player.extend("XHRLoader", extension, true);
  return attached;
}

function recordLoadedSegment(timeline: SegmentTimeline, fragment: DashFragment, transport: Transport): void {
  const { startTime: startSec, duration, representation } = fragment;
  const { bandwidth = 0, height = 0 } = representation ?? {};
  timeline.put({ startSec, endSec: startSec + duration, transport, kbps: bandwidth / 1000, height });
}
