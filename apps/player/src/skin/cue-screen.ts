import type { CaptionsTrack } from "./captions-choice.ts";
import { createHtmlElement } from "./dom.ts";

export interface CueScreen {
  element: HTMLElement;
  /** Shows the cues of a track; undefined hides them. */
  show(track: CaptionsTrack | undefined): void;
}

/** Cues positioned above this percentage of the height are shown at the top. */
const MAX_TOP_PERCENT = 40;
const MAX_TOP_LINES = 4;

/** Parses the cues of one track with the browser's parser, and draws those at the playback position. */
export function createCueScreen(video: HTMLVideoElement): CueScreen {
  const [top, bottom] = [
    createHtmlElement("div", { class: "captions-top" }),
    createHtmlElement("div", { class: "captions-bottom" }),
  ];
  const element = createHtmlElement("div", { class: "captions", "aria-hidden": "true" }, [top, bottom]);
  let node: HTMLTrackElement | undefined;
  let shownKey = "";
  const paint = () => {
    const cues = [...(node?.track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue);
    top.replaceChildren(...cues.filter(isAtTop).map(drawCue));
    bottom.replaceChildren(...cues.filter((cue) => !isAtTop(cue)).map(drawCue));
  };
  hideOtherTracks(video, () => node?.track);
  showOnNativeScreen(video, () => node?.track);
  return {
    element,
    show(track) {
      const key = track ? `${track.id}/${track.version}` : "";
      // Captions whose URL differs only in its token do not need to be loaded again.
      if (key === shownKey) return;
      shownKey = key;
      node?.remove();
      node = track && addTrack(video, track, paint);
      element.lang = track?.language ?? "";
      paint();
    },
  };
}

function addTrack(video: HTMLVideoElement, track: CaptionsTrack, paint: () => void): HTMLTrackElement {
  const { language, label, url } = track;
  const node = createHtmlElement("track", { kind: "captions", srclang: language, label, src: url });
  video.append(node);
  node.track.mode = "hidden";
  node.track.addEventListener("cuechange", paint);
  node.addEventListener("load", paint);
  return node;
}

/** Hides the captions in the playlist, which are the same as ours. A browser with its own HLS support would show them too. */
function hideOtherTracks(video: HTMLVideoElement, own: () => TextTrack | undefined): void {
  const silence = () => {
    for (const track of video.textTracks)
      if (track !== own() && track.kind !== "metadata" && track.mode !== "disabled") track.mode = "disabled";
  };
  video.textTracks.addEventListener("addtrack", silence);
  video.textTracks.addEventListener("change", silence);
}

/** Lets the browser draw the cues on phones whose native full-screen player does not show ours. */
function showOnNativeScreen(video: HTMLVideoElement, own: () => TextTrack | undefined): void {
  const set = (mode: TextTrackMode) => {
    const track = own();
    if (track) track.mode = mode;
  };
  video.addEventListener("webkitbeginfullscreen", () => set("showing"));
  video.addEventListener("webkitendfullscreen", () => set("hidden"));
}

function isAtTop({ line, snapToLines }: VTTCue): boolean {
  if (typeof line !== "number") return false;
  return snapToLines ? line >= 0 && line <= MAX_TOP_LINES : line < MAX_TOP_PERCENT;
}

/** Draws each cue in its own writing direction. */
function drawCue(cue: VTTCue): HTMLElement {
  const line = createHtmlElement("p", { dir: "auto", "data-align": cue.align });
  line.append(cue.getCueAsHTML());
  return line;
}
