import type { CaptionTrack } from "@shoal/contract";
import type { EmbedCommand, EmbedEvent } from "@shoal/sdk";

/** The playback position of the preview, in seconds. */
export interface PreviewTime {
  sec: number;
  durationSec: number;
}

/** The connection to the player in the page's preview. The player runs on another origin, so it is controlled by messages. */
export interface PreviewLink {
  /** Sets the frame with the player: called each time it loads, and with null when it is removed. */
  attach(frame: HTMLIFrameElement | null): void;
  /** Returns the player's last state; undefined while there is nothing to play. */
  time(): PreviewTime | undefined;
  subscribe(listener: () => void): () => void;
  seek(sec: number): void;
  /** Starts playback at a time, in seconds. */
  playFrom(sec: number): void;
  /** Shows a saved captions track, or none. The player refreshes until its edge has the change. */
  showCaptions(track: TrackToShow | null): void;
}

type TrackToShow = Pick<CaptionTrack, "uuid" | "version" | "label" | "language">;

/** The interval between refreshes, in ms. The edge receives a change shortly after it was saved. */
const REFRESH_INTERVAL_MS = 250;
/** The time, in ms, after which refreshing stops. The change still appears later, when the player is notified of it. */
const REFRESH_TIMEOUT_MS = 20_000;
/** The ids of the commands, which identify their responses. */
const REFRESH_COMMAND_ID = "preview-refreshed";
const SHOW_COMMAND_ID = "preview-shown";

export function createPreviewLink(): PreviewLink {
  let frame: HTMLIFrameElement | null = null;
  let time: PreviewTime | undefined;
  const listeners = new Set<() => void>();
  /** The captions track to show; undefined once the player shows it. */
  let wanted: { track: TrackToShow | null; untilMs: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(next: PreviewTime | undefined): void {
    time = next;
    for (const listener of listeners) listener();
  }
  function send(message: EmbedCommand): void {
    if (frame) frame.contentWindow?.postMessage(message, new URL(frame.src).origin);
  }
  function onMessage({ source, data }: MessageEvent<unknown>): void {
    if (!frame || source !== frame.contentWindow || !isEmbedEvent(data)) return;
    set(timeOf(data));
    if (data.event === "answer") goOn(data);
  }
  const refresh = () => send({ shoal: 1, id: REFRESH_COMMAND_ID, command: "refresh" });
  /** Handles a response of the player. After a refresh, shows the captions, or schedules another refresh if they are still outdated. */
  function goOn({ id, state }: Extract<EmbedEvent, { event: "answer" }>): void {
    if (!wanted) return;
    const { track, untilMs } = wanted;
    if (id === REFRESH_COMMAND_ID)
      send({ shoal: 1, id: SHOW_COMMAND_ID, command: "setCaptions", captions: track?.uuid ?? null });
    if (id !== SHOW_COMMAND_ID) return;
    if (isTrackShown(track, state.captions) || Date.now() > untilMs) wanted = undefined;
    else timer = setTimeout(refresh, REFRESH_INTERVAL_MS);
  }
  const seek = (sec: number) => send({ shoal: 1, command: "seek", positionSec: sec });
  return {
    attach(next) {
      frame = next;
      if (next) window.addEventListener("message", onMessage);
      else window.removeEventListener("message", onMessage);
      set(undefined);
      clearTimeout(timer);
      send({ shoal: 1, command: "getState" });
      if (wanted) refresh();
    },
    time: () => time,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seek,
    showCaptions(track) {
      clearTimeout(timer);
      wanted = { track, untilMs: Date.now() + REFRESH_TIMEOUT_MS };
      refresh();
    },
    playFrom(sec) {
      seek(sec);
      send({ shoal: 1, command: "play" });
    },
  };
}

const timeOf = ({ state: { positionSec, durationSec } }: EmbedEvent): PreviewTime | undefined =>
  durationSec > 0 ? { sec: positionSec, durationSec } : undefined;

function isTrackShown(wanted: TrackToShow | null, captions: EmbedEvent["state"]["captions"]): boolean {
  if (!wanted || !captions) return wanted === captions;
  const { uuid, version, label, language } = wanted;
  const isSame = captions.id === uuid && captions.label === label && captions.language === language;
  return isSame && captions.version >= version;
}

const isEmbedEvent = (data: unknown): data is EmbedEvent =>
  typeof data === "object" && data !== null && "shoal" in data && data.shoal === 1 && "state" in data;
