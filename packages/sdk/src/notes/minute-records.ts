import type { BeaconNotes, PlayedRendition, WatchEvent } from "@shoal/contract/player";
import { rememberLatest } from "@shoal/p2p";
import type { PlayedSecond } from "./played-seconds.ts";

export const MINUTE_MS = 60_000;
/** The contract's limit for the number of ranges of a minute. */
const MAX_SPANS = 20;
const MAX_EVENTS = 30;
const MAX_OTHER_RENDITIONS = 7;
/** The maximum number of minutes with notes. More would not fit into one beacon, so only the counters of older minutes are sent. */
const MAX_MINUTES = 10;

type PlayedSpan = [fromSec: number, toSec: number];
type RecordedEvent = Omit<WatchEvent, "atMs">;
/** A counter of a minute that is kept for each rendition. */
export type PlayedCounter = Exclude<keyof PlayedRendition, "height">;

interface MinutePage {
  /** Counters by height in pixels. */
  renditions: Map<number, PlayedRendition>;
  played: PlayedSpan[];
  replayed: PlayedSpan[];
  events: WatchEvent[];
}

/** The data of a session's minutes that is reported beside the counters. Times are in ms since 1970. */
export class MinuteRecords {
  readonly #pages = new Map<number, MinutePage>();

  /** Adds to a counter of a rendition. @param height the height of the rendition in pixels, or 0 if it is unknown. */
  countPlayed(atMs: number, height: number, counter: PlayedCounter, amount: number): void {
    const { renditions } = this.#pageOf(atMs);
    const rendition = renditions.get(height) ?? {
      height,
      secServer: 0,
      secPeer: 0,
      kbpsSeconds: 0,
      secBestQuality: 0,
    };
    rendition[counter] += amount;
    renditions.set(height, rendition);
  }

  passed(atMs: number, { sec, isFirst }: PlayedSecond): void {
    const page = this.#pageOf(atMs);
    const spans = isFirst ? page.played : page.replayed;
    const last = spans.at(-1);
    if (last?.[1] === sec) last[1] = sec + 1;
    else if (spans.length < MAX_SPANS) spans.push([sec, sec + 1]);
  }

  /** Records an event. @returns the event, which may still be changed, or undefined if the minute has too many events. */
  happened(atMs: number, event: RecordedEvent): WatchEvent | undefined {
    const { events } = this.#pageOf(atMs);
    if (events.length >= MAX_EVENTS) return undefined;
    const recorded = { atMs: Math.floor(atMs % MINUTE_MS), ...event };
    events.push(recorded);
    return recorded;
  }

  /** Returns the notes of a minute. @param minute the minutes since 1970. */
  of(minute: number): BeaconNotes {
    const page = this.#pages.get(minute);
    if (!page) return {};
    const { renditions, played, replayed, events } = page;
    const [main, ...others] = [...renditions.values()].sort((a, b) => playedSec(b) - playedSec(a));
    const otherRenditions = others.slice(0, MAX_OTHER_RENDITIONS).map((each) => ({ ...each }));
    return {
      ...(main?.height ? { height: main.height } : {}),
      ...(otherRenditions.length > 0 ? { otherRenditions } : {}),
      ...(played.length > 0 ? { played } : {}),
      ...(replayed.length > 0 ? { replayed } : {}),
      ...(events.length > 0 ? { events } : {}),
    };
  }

  #pageOf(atMs: number): MinutePage {
    const minute = Math.floor(atMs / MINUTE_MS);
    const known = this.#pages.get(minute);
    if (known) return known;
    const page: MinutePage = { renditions: new Map(), played: [], replayed: [], events: [] };
    rememberLatest(this.#pages, minute, page, MAX_MINUTES);
    return page;
  }
}

const playedSec = ({ secServer, secPeer }: PlayedRendition): number => secServer + secPeer;
