import { describe, expect, it } from "vitest";
import { readPlaylist, TestFeed } from "./fixtures.ts";
import { writeLiveManifest } from "./live-dash.ts";
import { listLiveHashes } from "./live-hashes.ts";
import { writeLivePlaylist } from "./live-hls.ts";
import { LiveFeedError } from "./live-media.ts";
import { checkReload } from "./live-reload.ts";

const formatPlaylist = (feed: TestFeed, trackId = "v0") => writeLivePlaylist(feed.window, trackId);
const listOf = (feed: TestFeed, trackId = "v0") => readPlaylist(formatPlaylist(feed, trackId));

describe("a live's media playlist (RFC 8216bis)", () => {
  it("announces blocking reloads, hold-backs of three targets, and skipping from six targets on", () => {
    const { tag } = listOf(new TestFeed().segments(3));
    expect(tag("VERSION")).toBe("9");
    expect(tag("TARGETDURATION")).toBe("2");
    expect(tag("PART-INF")).toBe("PART-TARGET=0.5");
    expect(tag("SERVER-CONTROL")).toBe(
      "CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12,HOLD-BACK=6,PART-HOLD-BACK=1.5",
    );
  });

  it("lists the parts of the growing segment and hints at the next part", () => {
    const feed = new TestFeed().segments(1).step().step(0.3);
    expect(formatPlaylist(feed)).toContain(
      '#EXT-X-PART:DURATION=0.5,URI="1.0.m4s",INDEPENDENT=YES\n#EXT-X-PART:DURATION=0.3,URI="1.1.m4s"\n',
    );
    expect(listOf(feed)).toMatchObject({ openPartsSec: [0.5, 0.3], hint: "1.2.m4s" });
    expect(listOf(feed.endSegment()).hint).toBe("2.0.m4s");
  });

  it("is valid with the first part, and lists a short segment as soon as it is complete", () => {
    const feed = new TestFeed().step(0.25);
    expect(listOf(feed)).toMatchObject({ first: 0, segments: [], openPartsSec: [0.25], hint: "0.1.m4s" });
    expect(listOf(feed.step(0.25).endSegment()).segments).toMatchObject([{ uri: "0.m4s", durationSec: 0.5 }]);
  });

  it("reports the position of the other renditions", () => {
    const text = formatPlaylist(new TestFeed().segments(2).step(), "v1");
    expect(text).toContain('#EXT-X-RENDITION-REPORT:URI="../v0/index.m3u8",LAST-MSN=2,LAST-PART=0');
    expect(text).toContain('URI="../a0/index.m3u8",LAST-MSN=2,LAST-PART=0');
    expect(text).not.toContain("../v1/");
  });

  it("lists parts only within three target durations of the end", () => {
    const { segments } = listOf(new TestFeed().segments(10));
    expect(segments.map(({ partsSec }) => partsSec.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 4, 4, 4]);
  });

  it("gives each segment its capture time", () => {
    const times = [...formatPlaylist(new TestFeed().segments(2)).matchAll(/DATE-TIME:(.*)/g)].map(
      ([, time]) => time,
    );
    expect(times).toEqual(["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:02.000Z"]);
  });

  it("marks another encoder by a discontinuity and an init segment, and counts the discontinuity once it leaves the list", () => {
    const feed = new TestFeed().segments(2).beginAnew().segments(1);
    expect(formatPlaylist(feed)).toContain(
      '1.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init-1.m4s"\n#EXT-X-PROGRAM',
    );
    expect(listOf(feed).discontinuitySequence).toBe(0);
    // 32 s later the segment with the tag is the first in the list and still has the tag.
    feed.segments(14);
    expect(listOf(feed)).toMatchObject({ first: 2, discontinuitySequence: 0 });
    feed.segments(1);
    expect(listOf(feed)).toMatchObject({ first: 3, discontinuitySequence: 1 });
    expect(formatPlaylist(feed)).toContain('INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI="init-1.m4s"');
  });

  it("omits exactly the segments before the skip boundary from a delta update", () => {
    const feed = new TestFeed().segments(15).step();
    const whole = listOf(feed);
    const delta = readPlaylist(writeLivePlaylist(feed.window, "v0", { isDelta: true }));
    // The boundary is 12 s from the end: a part of 0.5 s and six segments.
    expect(delta.skipped).toBe(9);
    expect(delta.first).toBe(whole.first);
    expect(delta.segments).toEqual(whole.segments.slice(9));
    expect(writeLivePlaylist(new TestFeed().segments(5).window, "v0", { isDelta: true })).not.toContain(
      "SKIP:",
    );
  });

  it("has ENDLIST and no hint once the live has ended", () => {
    const feed = new TestFeed({ seekBackSec: "all" }).segments(40);
    feed.window.end();
    expect(formatPlaylist(feed)).toMatch(/#EXT-X-PLAYLIST-TYPE:EVENT\n[\s\S]*\n39.m4s\n#EXT-X-ENDLIST\n$/);
    expect(listOf(feed).hint).toBeUndefined();
    expect(listOf(feed).segments).toHaveLength(40);
  });
});

describe("a blocking reload (RFC 8216bis 6.2.5.2)", () => {
  // Segments 0 and 1 are complete, and segment 2 has two parts. Up to six parts (three seconds) may be requested ahead.
  const { window } = new TestFeed().segments(2).step().step();
  it.each([
    ["ready", {}],
    ["ready", { msn: 1 }],
    ["ready", { msn: 0, part: 3 }],
    ["ready", { msn: 2, part: 1 }],
    // Part 4 of a segment of four is part 0 of the next one.
    ["ready", { msn: 1, part: 4 }],
    ["wait", { msn: 2 }],
    ["wait", { msn: 2, part: 2 }],
    ["wait", { msn: 2, part: 7 }],
    ["bad", { msn: 2, part: 8 }],
    ["wait", { msn: 3 }],
    ["wait", { msn: 3, part: 0 }],
    ["bad", { msn: 4 }],
    ["bad", { part: 0 }],
  ] as const)("is %s for %j", (verdict, request) => {
    expect(checkReload(window, request)).toBe(verdict);
  });

  it("waits for the next segment's first part if it requests a part beyond the last one", () => {
    const complete = new TestFeed().segments(2);
    expect(checkReload(complete.window, { msn: 1, part: 4 })).toBe("wait");
    expect(checkReload(complete.step().window, { msn: 1, part: 4 })).toBe("ready");
  });

  it("is answered at once after the live has ended", () => {
    const feed = new TestFeed().segments(2);
    feed.window.end();
    expect(checkReload(feed.window, { msn: 9 })).toBe("ready");
  });
});

describe("LiveWindow", () => {
  it.each([29, 601])("rejects a rewind window of %i s", (seekBackSec) => {
    expect(() => new TestFeed({ seekBackSec })).toThrow(LiveFeedError);
  });

  it("rejects parts and segments that are too long, and steps after the end, without changing", () => {
    const feed = new TestFeed().segments(1);
    const before = formatPlaylist(feed);
    expect(() => feed.step(0.51)).toThrow("too long");
    expect(formatPlaylist(feed)).toBe(before);
    feed.step().step().step().step().step(0.4);
    expect(() => feed.step()).toThrow("longer than 2 s");
    expect(() => feed.window.end()).toThrow("not complete");
    feed.endSegment().window.end();
    expect(() => feed.step()).toThrow("has ended");
  });

  it("hints at the next part of the growing segment, or at the next segment's first part if the current one is full", () => {
    const feed = new TestFeed().segments(2).step().step().step();
    expect(feed.window.hint).toEqual({ number: 2, part: 3 });
    feed.step();
    expect(feed.window.hint).toEqual({ number: 3, part: 0 });
    expect(formatPlaylist(feed)).toContain('#EXT-X-PRELOAD-HINT:TYPE=PART,URI="3.0.m4s"');
    feed.endSegment();
    expect(feed.window.hint).toEqual({ number: 3, part: 0 });
  });

  it("expects a passthrough segment to be as long as the last two if these were equally long", () => {
    const feed = new TestFeed({ targetDurationSec: 10 }).segments(2).step().step().step().step();
    expect(feed.window.hint).toEqual({ number: 3, part: 0 });
    feed.step().endSegment().step().step().step().step();
    expect(feed.window.hint).toEqual({ number: 3, part: 4 });
  });

  it("publishes the hashes of all complete segments that may be requested", () => {
    const feed = new TestFeed().segments(40).step();
    const { a0 } = listLiveHashes(feed.window);
    expect(a0?.from).toBe(feed.window.oldestNumber);
    expect(a0?.segments.at(-1)).toBeNull();
    expect(a0?.segments.at(-2)).toBe("a0/39");
    expect(a0?.init).toBe("a0-0");
  });

  it("becomes a DASH manifest with a period per encoder, limited to the listed segments", () => {
    const feed = new TestFeed().segments(10).beginAnew().segments(8);
    const [head = "", first = "", second = ""] = writeLiveManifest(feed.window).split("<Period ");
    expect(head).toContain('type="dynamic" availabilityStartTime="2026-01-01T00:00:00.000Z"');
    expect(head).toContain(
      'timeShiftBufferDepth="PT30S" suggestedPresentationDelay="PT6S" minimumUpdatePeriod="PT1S"',
    );
    expect(first).toContain('id="0" start="PT0S"');
    expect(first).toContain('startNumber="3" initialization="v0/init.m4s"');
    expect(first).toContain('<S t="540000" d="180000" r="6"/>');
    expect(second).toContain('id="1" start="PT20S"');
    expect(second).toContain(
      'presentationTimeOffset="1800000" startNumber="10" initialization="v0/init-1.m4s"',
    );
    expect(second).toContain('<S t="1800000" d="180000" r="7"/>');
  });
});

/** Returns pseudorandom numbers by mulberry32, the same ones for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Playlist = ReturnType<typeof listOf>;

const describeSegment = ({ uri, durationSec, isDiscontinuity }: Playlist["segments"][number]) =>
  `${uri} ${durationSec} ${isDiscontinuity}`;
const computeSum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Checks the rules of RFC 8216bis 6.2.1 and 6.2.2 for a playlist and a later version of it. */
function expectSuccessor(now: Playlist, before: Playlist): void {
  expect(now.first).toBeGreaterThanOrEqual(before.first);
  expect(now.first + now.segments.length).toBeGreaterThanOrEqual(before.first + before.segments.length);
  const gone = before.segments.slice(0, now.first - before.first);
  const kept = before.segments.slice(gone.length).map(describeSegment);
  expect(now.segments.slice(0, kept.length).map(describeSegment)).toEqual(kept);
  const tags = gone.filter(({ isDiscontinuity }) => isDiscontinuity).length;
  expect(now.discontinuitySequence).toBe(before.discontinuitySequence + tags);
}

/** Checks one playlist: no segment exceeds the target, and parts add up to their segment. */
function expectConsistent({ segments }: Playlist): void {
  expect(Math.max(0, ...segments.map(({ durationSec }) => Math.round(durationSec)))).toBeLessThanOrEqual(2);
  const wrong = segments.filter(
    ({ partsSec, durationSec }) => partsSec.length > 0 && Math.abs(computeSum(partsSec) - durationSec) > 1e-4,
  );
  expect(wrong).toEqual([]);
}

/** Adds a part, ends a segment early or restarts the encoder at random. @returns the length of the part; 0 for none. */
function feedAtRandom(feed: TestFeed, random: () => number, openParts: number): number {
  if (openParts >= 3 || (openParts > 0 && random() < 0.2)) {
    feed.endSegment();
    return 0;
  }
  if (openParts === 0 && random() < 0.1) feed.beginAnew();
  const durationSec = 0.43 + random() * 0.07;
  feed.step(durationSec);
  return durationSec;
}

describe.each([1, 2, 3, 4, 5, 6])("a window with a random feed (seed %i)", (seed) => {
  it("follows the rules for consecutive playlists, and keeps removed segments readable for long enough", () => {
    const random = randomOf(seed);
    const seekBackSec = 30 + Math.floor(random() * 60);
    const feed = new TestFeed({ seekBackSec });
    const staysUntilSec = new Map<number, number>();
    let before = listOf(feed.step());
    let elapsedSec = 0.5;
    for (let n = 0; n < 400; n++) {
      const durationSec = feedAtRandom(feed, random, before.openPartsSec.length);
      elapsedSec += durationSec;
      const now = listOf(feed);
      if (durationSec > 0) expect(now.partUris).toContain(before.hint);
      expectSuccessor(now, before);
      expectConsistent(now);
      if (now.first > before.first) expect(now.totalSec).toBeGreaterThanOrEqual(seekBackSec - 0.01);
      expect(now.totalSec).toBeLessThan(seekBackSec + 3);
      for (const segment of before.segments.slice(0, now.first - before.first))
        staysUntilSec.set(segment.number, elapsedSec + segment.durationSec + before.totalSec - 3);
      const due = [...staysUntilSec].filter(([, untilSec]) => elapsedSec < untilSec);
      expect(due.filter(([number]) => !feed.window.findRange("a0", number))).toEqual([]);
      before = now;
    }
    // The number of kept segments is bounded: those in playlists, and as many again.
    const { oldestNumber, nextNumber } = feed.window;
    expect(nextNumber - oldestNumber).toBeLessThan((2 * (seekBackSec + 4)) / 0.43);
    expect(staysUntilSec.size).toBeGreaterThan(0);
  });
});
