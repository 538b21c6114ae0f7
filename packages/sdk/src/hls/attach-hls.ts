import { segmentIdOfUrl, type Transport } from "@shoal/p2p";
import type Hls from "hls.js";
import type { Events, FragBufferedData } from "hls.js";
import { type Attachment, type AttachOptions, measure, tellHost } from "../attachment.ts";
import type { Rendition } from "../metrics/meter.ts";
import { keepSession, type SessionKeeper } from "../session/session-keeper.ts";
import { openSwarm, type SwarmSession } from "../swarm-session.ts";
import { createFragmentLoaderClass } from "./fragment-loader.ts";
import { createPlaylistLoaderClass } from "./playlist-loader.ts";
import { bestHeight, SegmentTimeline } from "./segment-timeline.ts";

const PLAYHEAD_MS = 250;
// The values of hls.js's enum: importing it would bundle a second hls.js into the host's page.
const FRAG_BUFFERED = "hlsFragBuffered" as Events.FRAG_BUFFERED;
const ERROR = "hlsError" as Events.ERROR;

export interface AttachHlsOptions extends AttachOptions {
  hls: Hls;
}

/**
 * Puts an hls.js player on the swarm, before its `loadSource`. Segments then come from peers and the server, the session
 * is renewed, and beacons are sent. Never throws at the host: see `onFault`.
 */
export function attachHls(options: AttachHlsOptions): Attachment {
  const { hls, video, edgeUrl, referrer } = options;
  const { report, ...told } = tellHost(options);
  const keeper = keepSession({
    session: options.session,
    edgeUrl,
    referrer,
    onRenewed: () => swarm.renewed(),
    ...told,
    onReplaced: (session) => {
      swarm.replaced();
      told.onReplaced?.(session);
    },
  });
  const swarm = openSwarm({ keeper, isPeering: options.isPeering !== false, onFault: report });
  const timeline = followFragments(options, keeper, swarm);
  const { meter, close: closeMeter } = measure(keeper, {
    video,
    renditionAt: (positionSec) => renditionAt(hls, video, timeline, positionSec),
    awaited: swarm.awaited,
    swarm: swarm.stats,
  });
  const countError = (_event: Events.ERROR, data: { fatal: boolean }) => {
    if (data.fatal) meter.countError();
  };
  hls.on(ERROR, countError);
  const stopPlayhead = tellPlayhead(video, swarm);
  return {
    attempt: (atMs) => meter.attempt(atMs),
    stats: () => meter.stats(),
    renewNow: () => keeper.renewNow(),
    freshUrl: (url) => keeper.freshUrl(url),
    close() {
      stopPlayhead();
      hls.off(ERROR, countError);
      closeMeter();
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
    engine: swarm.engine,
    bufferEndSec: () => hls.mainForwardBufferInfo?.end ?? video.currentTime,
    bandwidthBps: () => (Number.isFinite(hls.bandwidthEstimate) ? hls.bandwidthEstimate : 0),
    onLoaded: (url, transport) => transports.set(segmentIdOfUrl(url) ?? url, transport),
  });
  hls.on(FRAG_BUFFERED, (_event, { frag }: FragBufferedData) => {
    const name = segmentIdOfUrl(frag.url) ?? frag.url;
    const transport = transports.get(name) ?? "server";
    transports.delete(name);
    if (frag.type !== "main" || frag.sn === "initSegment") return;
    const level = hls.levels[frag.level];
    const { start: startSec, end: endSec } = frag;
    timeline.put({
      startSec,
      endSec,
      transport,
      kbps: (level?.bitrate ?? 0) / 1000,
      height: level?.height ?? 0,
    });
  });
  return timeline;
}

function renditionAt(
  hls: Hls,
  video: HTMLVideoElement,
  timeline: SegmentTimeline,
  positionSec: number,
): Rendition {
  const played = timeline.at(positionSec);
  if (!played) return { transport: "server", kbps: 0, isBest: false };
  const heights = hls.levels.map((level) => level.height);
  const best = bestHeight(heights, video.clientHeight * window.devicePixelRatio);
  return { transport: played.transport, kbps: played.kbps, isBest: played.height >= best };
}

function tellPlayhead(video: HTMLVideoElement, swarm: SwarmSession): () => void {
  const tell = () => swarm.setPlayhead(video);
  const timer = setInterval(tell, PLAYHEAD_MS);
  const events = ["playing", "pause", "waiting", "seeking", "seeked", "ratechange"];
  for (const event of events) video.addEventListener(event, tell);
  return () => {
    clearInterval(timer);
    for (const event of events) video.removeEventListener(event, tell);
  };
}
