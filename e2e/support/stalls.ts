import type { BrowserContext, Page } from "playwright-core";

/** A stall after the first frame. */
export interface SeenStall {
  atSec: number;
  /** The seconds buffered ahead of the playhead when the stall began. */
  bufferedSec: number;
}

/** The buffer in seconds above which a stalled player waits for its decoder and not for segments. Decoders lack CPU time in tests. */
const STARVED_BUFFER_SEC = 0.5;

/** Makes each page that is opened after this call record why playback stalls. */
export async function followStalls(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen: SeenStall[] = [];
    Object.assign(window, { seenStalls: seen });
    const follow = ({ target: video }: Event) => {
      if (!(video instanceof HTMLVideoElement) || video.seeking || video.ended) return;
      if (video.played.length === 0) return;
      const { buffered, currentTime: atSec } = video;
      const range = Array.from({ length: buffered.length }, (_, at) => at).find(
        (at) => buffered.start(at) <= atSec && atSec <= buffered.end(at),
      );
      seen.push({ atSec, bufferedSec: range === undefined ? 0 : buffered.end(range) - atSec });
    };
    document.addEventListener("waiting", follow, true);
  });
}

/** Returns a page's stalls that are due to missing segments. */
export const starvedStalls = (page: Page): Promise<SeenStall[]> =>
  page.evaluate(
    (belowSec) =>
      (window as unknown as { seenStalls: SeenStall[] }).seenStalls.filter(
        ({ bufferedSec }) => bufferedSec < belowSec,
      ),
    STARVED_BUFFER_SEC,
  );
