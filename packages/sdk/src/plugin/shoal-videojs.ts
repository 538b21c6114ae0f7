import type { Transport } from "@shoal/p2p";
import type { attachVideojs as PublicAttachVideojs } from "../../types/shoal-videojs.d.ts";
import type { Rendition } from "../metrics/meter.ts";
import { bestHeight } from "../metrics/segment-timeline.ts";
import { bufferEndSec } from "./buffer-end.ts";
import { awaitData, followManifest, listManifest, type ManifestPlayer } from "./follow-manifest.ts";
import { attachSafely, ShoalCore } from "./shoal.ts";
import { type VhsXhr, wrapXhr } from "./vhs-request.ts";

type VideojsPlayer = Parameters<typeof PublicAttachVideojs>[0];

/** A rendition or audio track; `uri` as in the playlist. */
interface ListedRendition {
  uri?: string;
}

/** The parts of VHS that are used here. VHS has no types of its own. */
interface VhsHandler {
  xhr: VhsXhr;
  bandwidth?: number;
  /** Available once the first playlist is loaded. */
  representations?: () => { height?: number }[];
  playlists?: {
    main?: {
      playlists: ListedRendition[];
      mediaGroups: { AUDIO: Record<string, Record<string, ListedRendition>> };
    };
  };
}

/** The metadata cue that VHS adds for an appended segment. */
interface SegmentCue {
  startTime: number;
  endTime: number;
  value: { uri: string; bandwidth?: number; resolution?: { height: number } };
}

/** The maximum number of segments remembered as coming from peers: two hours of 4 s segments. */
const MAX_URIS = 2_000;

/** Attaches a Video.js player with VHS, playing from any CDN, to the swarm. Never throws: see `onError`. */
export const attachVideojs: typeof PublicAttachVideojs = (player, options) =>
  attachSafely(options, () => {
    const element = player.el().querySelector("video");
    if (!element) throw new TypeError("The player has no video");
    const fromPeers = new Set<string>();
    let release = () => {};
    const handleSource = () => {
      const vhs = vhsOf(player);
      if (!vhs) return;
      release();
      release = wrapSourceXhr(vhs, core, element, (uri, transport) =>
        recordTransport(fromPeers, uri, transport),
      );
      core.open(player.currentSrc());
    };
    const handleError = () => core.countError();
    const handleDispose = () => core.close();
    const core = new ShoalCore({
      ...options,
      player: "Video.js",
      element,
      renditionAt: (positionSec) => renditionAt(player, element, positionSec, fromPeers),
      onClose() {
        stopFollowing();
        release();
        player.off("loadstart", handleSource);
        player.off("error", handleError);
        player.off("dispose", handleDispose);
      },
    });
    const stopFollowing = followManifest(element, followedPlayer(player, element));
    player.on("loadstart", handleSource);
    player.on("error", handleError);
    player.on("dispose", handleDispose);
    handleSource();
    return core;
  });

function followedPlayer(player: VideojsPlayer, element: HTMLVideoElement): ManifestPlayer {
  const playlists = () => vhsOf(player)?.playlists;
  const read = (uri: string) =>
    new Promise<string>((resolve, reject) => {
      const vhs = vhsOf(player);
      if (!vhs) reject(new Error("The player plays something else"));
      vhs?.xhr({ uri }, (error, request) => (error ? reject(error) : resolve(request.responseText ?? "")));
    });
  return {
    url: () => player.currentSrc() || undefined,
    countTracks() {
      const { playlists: renditions = [], mediaGroups } = playlists()?.main ?? {};
      const sounds = Object.values(mediaGroups?.AUDIO ?? {}).flatMap((group) => Object.values(group));
      // Audio without a separate address is muxed with the video, so it has no track of its own.
      const addresses = [...renditions, ...sounds].flatMap(({ uri }) => uri ?? []);
      return new Set(addresses).size;
    },
    list: async (url) => listManifest(await read(url), url, read),
    async load(src, positionSec, signal) {
      const goOn = pinPosition(player, src, positionSec);
      player.src({ src, type: player.currentType() });
      await awaitData(element, signal).finally(goOn);
    },
  };
}

/**
 * Holds the playback position. VHS starts content that is still being extended near its end, and returns there from later
 * positions.
 * @returns a function that ends the hold.
 */
function pinPosition(player: VideojsPlayer, src: string, positionSec: number): () => void {
  const tech = player.tech(true) as unknown as { setCurrentTime(sec: number): void };
  const { setCurrentTime } = tech;
  tech.setCurrentTime = (sec) => setCurrentTime.call(tech, player.currentSrc() === src ? positionSec : sec);
  return () => {
    tech.setCurrentTime = setCurrentTime;
  };
}

const vhsOf = (player: VideojsPlayer): VhsHandler | undefined =>
  (player.tech(true) as { vhs?: VhsHandler } | undefined)?.vhs;

/** Puts the swarm in front of VHS, which has an instance for each source. @returns a function that removes the swarm again. */
function wrapSourceXhr(
  vhs: VhsHandler,
  core: ShoalCore,
  element: HTMLVideoElement,
  onLoaded: (uri: string, transport: Transport) => void,
): () => void {
  const { xhr } = vhs;
  const ours = wrapXhr(xhr, {
    core,
    bufferEndSec: () => bufferEndSec(element),
    bandwidthBps: () => vhs.bandwidth ?? 0,
    onLoaded,
  });
  vhs.xhr = ours;
  return () => {
    if (vhs.xhr === ours) vhs.xhr = xhr;
  };
}

function recordTransport(fromPeers: Set<string>, uri: string, transport: Transport): void {
  fromPeers.delete(uri);
  if (transport === "peer") fromPeers.add(uri);
  const [oldest] = fromPeers;
  if (fromPeers.size > MAX_URIS && oldest !== undefined) fromPeers.delete(oldest);
}

/** Returns the rendition at the playhead. */
function renditionAt(
  player: VideojsPlayer,
  element: HTMLVideoElement,
  positionSec: number,
  fromPeers: ReadonlySet<string>,
): Rendition {
  const tracks = Array.from(player.textTracks() as unknown as ArrayLike<TextTrack>);
  const cues = tracks.find(({ label }) => label === "segment-metadata")?.cues ?? [];
  const played = Array.from(cues as unknown as ArrayLike<SegmentCue>).find(
    ({ startTime, endTime }) => startTime <= positionSec && positionSec < endTime,
  );
  if (!played) return { transport: "server", kbps: 0, isBest: false };
  const { uri, bandwidth = 0, resolution } = played.value;
  const heights =
    vhsOf(player)
      ?.representations?.()
      .map(({ height = 0 }) => height) ?? [];
  const best = bestHeight(heights, element.clientHeight * window.devicePixelRatio);
  const isBest = (resolution?.height ?? 0) >= best;
  return { transport: fromPeers.has(uri) ? "peer" : "server", kbps: bandwidth / 1000, isBest };
}
