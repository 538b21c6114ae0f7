import type { Transport } from "@shoal/p2p";
import type { attachVideojs as PublicAttachVideojs } from "../../types/shoal-videojs.d.ts";
import type { Rendition } from "../metrics/meter.ts";
import { bestHeight } from "../metrics/segment-timeline.ts";
import { bufferEndSec } from "./buffer-end.ts";
import { attachSafely, ShoalCore } from "./shoal.ts";
import { beforeXhr, type VhsXhr } from "./vhs-request.ts";

type Player = Parameters<typeof PublicAttachVideojs>[0];

/** Of VHS, which has no types: what is used here. */
interface Vhs {
  xhr: VhsXhr;
  bandwidth?: number;
  /** Once the first playlist is there. */
  representations?: () => { height?: number }[];
}

/** How VHS tells what it has put in the buffer. */
interface SegmentCue {
  startTime: number;
  endTime: number;
  value: { uri: string; bandwidth?: number; resolution?: { height: number } };
}

/** Of which it is known that peers sent them: two hours of 4 s segments. */
const URIS_MAX = 2_000;

/** Puts a Video.js player, playing from any CDN by its VHS, on the swarm. Never throws: see `onError`. */
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
      release = takeOver(vhs, core, element, (uri, transport) => note(fromPeers, uri, transport));
      core.open(player.currentSrc());
    };
    const handleError = () => core.countError();
    const handleDispose = () => core.close();
    const core = new ShoalCore({
      ...options,
      element,
      renditionAt: (positionSec) => renditionAt(player, element, positionSec, fromPeers),
      onClose() {
        release();
        player.off("loadstart", handleSource);
        player.off("error", handleError);
        player.off("dispose", handleDispose);
      },
    });
    player.on("loadstart", handleSource);
    player.on("error", handleError);
    player.on("dispose", handleDispose);
    handleSource();
    return core;
  });

const vhsOf = (player: Player): Vhs | undefined => (player.tech(true) as { vhs?: Vhs } | undefined)?.vhs;

/** Each source has a VHS of its own. @returns what takes everything back. */
function takeOver(
  vhs: Vhs,
  core: ShoalCore,
  element: HTMLVideoElement,
  onLoaded: (uri: string, transport: Transport) => void,
): () => void {
  const { xhr } = vhs;
  const ours = beforeXhr(xhr, {
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

function note(fromPeers: Set<string>, uri: string, transport: Transport): void {
  fromPeers.delete(uri);
  if (transport === "peer") fromPeers.add(uri);
  const [oldest] = fromPeers;
  if (fromPeers.size > URIS_MAX && oldest !== undefined) fromPeers.delete(oldest);
}

/** What is under the playhead. */
function renditionAt(
  player: Player,
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
