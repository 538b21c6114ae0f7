import {
  type JournalSegment,
  LIVE_JOURNAL_PAGE_SEGMENTS,
  type LiveJournalPage,
  type LiveMedia,
  type LiveSegment,
  liveJournalPageOf,
} from "@shoal/contract/ingest";
import type { ListedTrack } from "@shoal/contract/stored-data";
import { durationOf, wholeRange } from "../live-media.ts";
import type { LiveWindow } from "../live-window.ts";

export interface LiveJournalOptions {
  /** The name prefix of the journal's pages; ends in `/`. */
  folder: string;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Called if a page could not be written. The page is written again with the next segment. */
  onFault(error: unknown): void;
}

/** Records which segments of a live are stored, so that an archive can be made of them at any time. */
export class LiveJournal {
  readonly #options: LiveJournalOptions;
  #page = 0;
  #segments: JournalSegment[] = [];
  /** The last recorded segment, and the page that contains it. */
  #last: { number: number; page: LiveJournalPage } | undefined;
  /** The number after the last segment, whether or not it was stored. */
  #endNumber = 0;
  /** The pages that have not been written yet, by number. A missing page makes later ones unreachable. */
  readonly #unwritten = new Map<number, LiveJournalPage>();
  #work: Promise<void> = Promise.resolve();

  constructor(options: LiveJournalOptions) {
    this.#options = options;
  }

  /**
   * Adds a segment once its bytes are stored.
   * @param isStored resolves to false if the bytes could not be stored. In that case, the segment is not recorded.
   */
  add(tracks: readonly ListedTrack[], segment: JournalSegment, isStored: Promise<boolean>): void {
    this.#work = this.#work.then(async () => {
      this.#endNumber = segment.number + 1;
      if (!(await isStored)) return;
      this.#note(tracks, segment);
      await this.#write();
    });
  }

  /** Ends the journal. Resolves when everything added so far, including the end, has been recorded as far as possible. */
  settle(): Promise<void> {
    this.#work = this.#work.then(() => {
      if (this.#last)
        this.#unwritten.set(this.#last.number, { ...this.#last.page, endNumber: this.#endNumber });
      return this.#write();
    });
    return this.#work;
  }

  #note(tracks: readonly ListedTrack[], segment: JournalSegment): void {
    this.#segments.push(segment);
    const page = { tracks: [...tracks], segments: this.#segments };
    this.#last = { number: this.#page, page };
    this.#unwritten.set(this.#page, page);
    if (this.#segments.length < LIVE_JOURNAL_PAGE_SEGMENTS) return;
    this.#page += 1;
    this.#segments = [];
  }

  async #write(): Promise<void> {
    for (const [number, page] of this.#unwritten) {
      const name = liveJournalPageOf(this.#options.folder, number);
      const isWritten = await this.#options.put(name, Buffer.from(JSON.stringify(page))).then(
        () => true,
        (error: unknown) => {
          this.#options.onFault(error);
          return false;
        },
      );
      if (!isWritten) return;
      this.#unwritten.delete(number);
    }
  }
}

/** Returns the journal entry of a segment that has just ended. */
export function journalSegmentOf(
  window: LiveWindow,
  { number, programDateTimeMs, period, isFirstOfPeriod, media }: LiveSegment,
): JournalSegment {
  const ids = window.options.tracks.map(({ id }) => id);
  const ofEach = <T>(find: (id: string) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      ids.flatMap((id) => {
        const found = find(id);
        return found === undefined ? [] : [[id, found] as const];
      }),
    );
  return {
    number,
    programDateTimeMs,
    isFirstOfPeriod,
    inits: ofEach((id) => window.findInit(id, period.initNumber)),
    media: ofEach((id) => mediaOf(media[id])),
  };
}

function mediaOf(media: LiveMedia | undefined): JournalSegment["media"][string] | undefined {
  const range = wholeRange(media);
  const [first] = media?.parts ?? [];
  return range && first && { ...range, mediaTimeSec: first.mediaTimeSec, durationSec: durationOf(media) };
}
