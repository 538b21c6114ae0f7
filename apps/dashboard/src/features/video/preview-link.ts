import type { HostMessage, PlayerTimeMessage } from "@shoal/contract";

export type PreviewTime = Pick<PlayerTimeMessage, "sec" | "durationSec" | "isPaused">;

/** The line to the player of the page's preview, which is on another origin. */
export interface PreviewLink {
  /** The frame that holds the player; called again each time that it was loaded, and with null when it goes. */
  attach(frame: HTMLIFrameElement | null): void;
  /** What the player last told; undefined while there is nothing to play. */
  time(): PreviewTime | undefined;
  subscribe(listener: () => void): () => void;
  seek(sec: number): void;
}

export function createPreviewLink(): PreviewLink {
  let frame: HTMLIFrameElement | null = null;
  let time: PreviewTime | undefined;
  const listeners = new Set<() => void>();

  function set(next: PreviewTime | undefined): void {
    time = next;
    for (const listener of listeners) listener();
  }
  function send(message: HostMessage): void {
    if (frame) frame.contentWindow?.postMessage(message, new URL(frame.src).origin);
  }
  function hear({ source, data }: MessageEvent<unknown>): void {
    if (frame && source === frame.contentWindow && isTime(data)) set(data);
  }
  return {
    attach(next) {
      frame = next;
      if (next) window.addEventListener("message", hear);
      else window.removeEventListener("message", hear);
      set(undefined);
      send({ shoal: "follow" });
    },
    time: () => (time && time.durationSec !== null ? time : undefined),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seek: (sec) => send({ shoal: "seek", sec }),
  };
}

const isTime = (data: unknown): data is PlayerTimeMessage =>
  typeof data === "object" && data !== null && "shoal" in data && data.shoal === "time";
