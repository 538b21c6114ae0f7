import {
  type JournalSegment,
  LIVE_JOURNAL_PAGE_SEGMENTS,
  type LiveJournalPage,
} from "@shoal/contract/ingest";
import type { ListedTrack } from "@shoal/contract/stored-data";
import { expect, test } from "vitest";
import { LiveJournal } from "./live-journal.ts";

const TRACK: ListedTrack = {
  id: "v0",
  kind: "video",
  codecs: "avc1.64001f",
  language: null,
  name: null,
  width: 640,
  height: 360,
  fps: 25,
  bandwidthBps: 1,
  averageBandwidthBps: 1,
};
const createSegment = (number: number): JournalSegment => ({
  number,
  programDateTimeMs: number,
  isFirstOfPeriod: number === 0,
  inits: {},
  media: {},
});

test("a journal page that could not be written is retried, and later pages are written too", async () => {
  const written = new Map<string, number>();
  let isBroken = false;
  const faults: unknown[] = [];
  const journal = new LiveJournal({
    folder: "lives/1/",
    put: async (name, bytes) => {
      if (isBroken) throw new Error("The disk is full");
      written.set(
        name,
        (JSON.parse(Buffer.from(bytes).toString()) as { segments: unknown[] }).segments.length,
      );
    },
    onFault: (error) => faults.push(error),
  });
  const add = (from: number, to: number) => {
    for (let number = from; number < to; number++)
      journal.add([TRACK], createSegment(number), Promise.resolve(true));
  };
  add(0, LIVE_JOURNAL_PAGE_SEGMENTS - 2);
  await journal.settle();
  isBroken = true;
  add(LIVE_JOURNAL_PAGE_SEGMENTS - 2, LIVE_JOURNAL_PAGE_SEGMENTS + 3);
  await journal.settle();
  expect(faults.length).toBeGreaterThan(0);
  isBroken = false;
  await journal.settle();
  expect([...written]).toEqual([
    ["lives/1/journal/0.json", LIVE_JOURNAL_PAGE_SEGMENTS],
    ["lives/1/journal/1.json", 3],
  ]);
});

test("the journal's end number counts the segments at the end that were never stored", async () => {
  const pages = new Map<string, LiveJournalPage>();
  const journal = new LiveJournal({
    folder: "lives/1/",
    put: async (name, bytes) => void pages.set(name, JSON.parse(Buffer.from(bytes).toString())),
    onFault: (error) => {
      throw error;
    },
  });
  for (let number = 0; number < LIVE_JOURNAL_PAGE_SEGMENTS + 2; number++)
    journal.add([TRACK], createSegment(number), Promise.resolve(number < LIVE_JOURNAL_PAGE_SEGMENTS));
  await journal.settle();
  expect([...pages].map(([name, { segments, endNumber }]) => [name, segments.length, endNumber])).toEqual([
    ["lives/1/journal/0.json", LIVE_JOURNAL_PAGE_SEGMENTS, LIVE_JOURNAL_PAGE_SEGMENTS + 2],
  ]);
});
