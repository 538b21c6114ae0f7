import type { EmbedCommand, EmbedEvent } from "@shoal/sdk";

/** Where the preview is, in seconds. */
export interface PreviewTime {
  sec: number;
  durationSec: number;
}

/** The line to the player of the page's preview, which is on another origin. */
export interface PreviewLink {
  /** The frame that holds the player; called again each time that it was loaded, and with null when it goes. */
  attach(frame: HTMLIFrameElement | null): void;
  /** What the player last told; undefined while there is nothing to play. */
  time(): PreviewTime | undefined;
  subscribe(listener: () => void): () => void;
  seek(sec: number): void;
  /** Plays from that second on. */
  playFrom(sec: number): void;
}

export function createPreviewLink(): PreviewLink {
  let frame: HTMLIFrameElement | null = null;
  let time: PreviewTime | undefined;
  const listeners = new Set<() => void>();

  function set(next: PreviewTime | undefined): void {
    time = next;
    for (const listener of listeners) listener();
  }
  function send(message: EmbedCommand): void {
    if (frame) frame.contentWindow?.postMessage(message, new URL(frame.src).origin);
  }
  function hear({ source, data }: MessageEvent<unknown>): void {
    if (frame && source === frame.contentWindow && isEmbedEvent(data)) set(timeOf(data));
  }
  const seek = (sec: number) => send({ shoal: 1, command: "seek", positionSec: sec });
  return {
    attach(next) {
      frame = next;
      if (next) window.addEventListener("message", hear);
      else window.removeEventListener("message", hear);
      set(undefined);
      send({ shoal: 1, command: "getState" });
    },
    time: () => time,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seek,
    playFrom(sec) {
      seek(sec);
      send({ shoal: 1, command: "play" });
    },
  };
}

const timeOf = ({ state: { positionSec, durationSec } }: EmbedEvent): PreviewTime | undefined =>
  durationSec > 0 ? { sec: positionSec, durationSec } : undefined;

const isEmbedEvent = (data: unknown): data is EmbedEvent =>
  typeof data === "object" && data !== null && "shoal" in data && data.shoal === 1 && "state" in data;
