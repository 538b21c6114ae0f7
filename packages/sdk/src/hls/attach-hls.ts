import { segmentIdOfUrl, type Transport } from "@shoal/p2p";
import type Hls from "hls.js";
import type {
  Events,
  FragBufferedData,
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
} from "hls.js";
import {
  type Attachment,
  type AttachOptions,
  notifyHost,
  registerForOverlay,
  startMeasurement,
} from "../attachment.ts";
import type { DirectSource } from "../direct/direct-source.ts";
import { SegmentTimeline } from "../metrics/segment-timeline.ts";
import { maintainSession, type SessionKeeper } from "../session/session-keeper.ts";
import { openSwarm, type SwarmSession } from "../swarm-session.ts";
import { followLive, type LiveFollower } from "./follow-live.ts";
import { createFragmentLoaderClass } from "./fragment-loader.ts";
import { followLateTracks } from "./late-tracks.ts";
import { recordBuffered, renditionAt } from "./rendition.ts";

const PLAYHEAD_INTERVAL_MS = 250;
// The event names of hls.js's enum. Importing the enum would bundle a second hls.js into the host's page.
const FRAG_BUFFERED = "hlsFragBuffered" as Events.FRAG_BUFFERED;
const HLS_ERROR = "hlsError" as Events.ERROR;

export interface AttachHlsOptions extends AttachOptions {
  hls: Hls;
  /** Whether playback is about to start. If so, peers are connected while the playlists load, and not only with the first segment. */
  isStarting?: boolean;
  /** The no-delay stream that the same element shows at other times within the session. */
  direct?: DirectSource | undefined;
}

/**
 * Attaches an hls.js player to the swarm, before its `loadSource`. Segments then come from peers and the server, the session
 * is renewed, and beacons are sent. Never throws into the host page: see `onFault`.
 */
export function attachHls(options: AttachHlsOptions): Attachment {
  const { hls, video, edgeUrl, referrer, authorization, ownerPass, consent, viewer } = options;
  const { pageProof, direct } = options;
  const { report, ...hostCallbacks } = notifyHost(options);
  const keeper = maintainSession({
    session: options.session,
    edgeUrl,
    referrer,
    authorization,
    ownerPass,
    consent,
    viewer,
    pageProof,
    ...hostCallbacks,
    onRenewed: (session) => {
      swarm.renewed();
      hostCallbacks.onRenewed(session);
    },
    onDenied: (error) => {
      swarm.leave();
      hostCallbacks.onDenied(error);
    },
    onReplaced: (session) => {
      swarm.replaced();
      hostCallbacks.onReplaced(session);
    },
  });
  const isPeering = () => options.isPeering !== false && consent?.() !== false;
  const swarm = openSwarm({ keeper, isPeering, onFault: report });
  if (options.isStarting) swarm.engine();
  const timeline = followFragments(options, keeper, swarm);
  const rendition = (positionSec: number) => renditionAt(hls, video, timeline, positionSec);
  const measured = startMeasurement(
    keeper,
    { video, renditionAt: rendition, awaited: swarm.awaited, swarm: swarm.stats },
    direct,
  );
  const { meter } = measured;
  const countError = (_event: Events.ERROR, data: { fatal: boolean }) => {
    if (data.fatal) meter.countError();
  };
  hls.on(HLS_ERROR, countError);
  const live = followLive(hls, video, swarm.engine);
  const stopFollowing = followLateTracks(hls, video, () => !keeper.current.isEnded && !keeper.current.live);
  registerForOverlay(keeper, measured, () => ({
    video,
    swarm: swarm.inspect(),
    renditionAt: (positionSec) => direct?.rendition() ?? rendition(positionSec),
    fault: direct?.rendition() ? "direct" : undefined,
  }));
  const stopPlayhead = sendPlayhead(video, (positionSec) => swarm.setPlayhead(video, positionSec), live);
  return {
    attempt: (atMs) => meter.attempt(atMs),
    stats: () => meter.stats(),
    renewNow() {
      // After consent is withdrawn the viewer shares nothing, even while the edge is unreachable.
      if (!isPeering()) swarm.leave();
      return keeper.renewNow();
    },
    freshUrl: (url) => keeper.freshUrl(url),
    close() {
      stopPlayhead();
      live.close();
      stopFollowing();
      hls.off(HLS_ERROR, countError);
      measured.close();
      swarm.close();
      keeper.close();
    },
  };
}

function followFragments(
  { hls, video }: AttachHlsOptions,
  keeper: SessionKeeper,
  swarm: SwarmSession,
): SegmentTimeline {
  const timeline = new SegmentTimeline();
  const transports = new Map<string, Transport>();
  const DefaultLoader = hls.config.loader;
  hls.config.pLoader = createPlaylistLoaderClass(DefaultLoader, keeper.freshUrl);
  hls.config.fLoader = createFragmentLoaderClass({
    DefaultLoader,
    load: ({ rangeEnd, url }, request) => {
      const segment = rangeEnd ? undefined : segmentIdOfUrl(url);
      return segment === undefined ? undefined : swarm.engine().load({ ...request, segment });
    },
    bufferEndSec: () => hls.mainForwardBufferInfo?.end ?? video.currentTime,
    bandwidthBps: () => (Number.isFinite(hls.bandwidthEstimate) ? hls.bandwidthEstimate : 0),
    onLoaded: (url, transport) => transports.set(segmentIdOfUrl(url) ?? url, transport),
  });
  hls.on(FRAG_BUFFERED, (_event, { frag, part }: FragBufferedData) => {
    const loaded = part ?? frag;
    const name = segmentIdOfUrl(loaded.url) ?? loaded.url;
    const transport = transports.get(name) ?? "server";
    transports.delete(name);
    recordBuffered(hls, timeline, { frag, part }, transport);
  });
  return timeline;
}

function sendPlayhead(
  video: HTMLVideoElement,
  setPlayhead: (positionSec: number) => void,
  live: LiveFollower,
): () => void {
  const updatePlayhead = () => setPlayhead(live.joinsAtSec() ?? video.currentTime);
  live.onJoined(updatePlayhead);
  const timer = setInterval(updatePlayhead, PLAYHEAD_INTERVAL_MS);
  const events = ["playing", "pause", "waiting", "seeking", "seeked", "ratechange"];
  for (const event of events) video.addEventListener(event, updatePlayhead);
  return () => {
    clearInterval(timer);
    for (const event of events) video.removeEventListener(event, updatePlayhead);
  };
}

type PlaylistLoaderClass = NonNullable<HlsConfig["pLoader"]>;

/**
 * Wraps hls.js's loader to put the session's current token into the URL. The playlist of an unfinished video is reloaded for hours,
 * so its first token would expire.
 */
function createPlaylistLoaderClass(
  DefaultLoader: HlsConfig["loader"],
  freshUrl: (url: string) => string,
): PlaylistLoaderClass {
  const Base = DefaultLoader as new (config: HlsConfig) => Loader<LoaderContext>;
  class FreshPlaylistLoader extends Base {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      context.url = freshUrl(context.url);
      super.load(context, config, callbacks);
    }
  }
  return FreshPlaylistLoader as unknown as PlaylistLoaderClass;
}
