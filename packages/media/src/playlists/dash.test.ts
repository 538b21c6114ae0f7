import { describe, expect, it } from "vitest";
import { writeDashManifest } from "./dash.ts";
import { createIndex, createPlaybackTrack, createSegment } from "./fixtures.ts";

const createVideoTrack = (isEnded: boolean) => ({
  track: createPlaybackTrack("v0"),
  index: createIndex("v0", [createSegment(0), createSegment(1), createSegment(2, { durationSec: 1.5 })], {
    isEnded,
  }),
});

describe("the DASH manifest", () => {
  it("is static and states its duration once all tracks have ended", () => {
    const text = writeDashManifest([createVideoTrack(true)], { isEnded: true });
    expect(text).toContain('type="static" mediaPresentationDuration="PT9.51S"');
    expect(text).not.toContain("minimumUpdatePeriod");
  });

  it("is dynamic while a track grows, and makes players start at the beginning", () => {
    const text = writeDashManifest([createVideoTrack(false)], { isEnded: true });
    expect(text).toContain('type="dynamic"');
    expect(text).toContain(
      'minimumUpdatePeriod="PT2S" timeShiftBufferDepth="PT86400000S" suggestedPresentationDelay="PT9.5S"',
    );
  });

  it("announces slightly more than the duration of the longest track, even if the video is said to be shorter", () => {
    const sound = {
      track: createPlaybackTrack("a0"),
      index: createIndex("a0", [createSegment(0, { durationSec: 9.507333 })], { isEnded: true }),
    };
    const text = writeDashManifest([createVideoTrack(true), sound], { isEnded: true, durationSec: 9.5 });
    expect(text).toContain('mediaPresentationDuration="PT9.517S"');
  });

  it("joins equal segments into one line of the timeline", () => {
    const text = writeDashManifest([createVideoTrack(true)], { isEnded: true });
    expect(text).toContain('<S t="0" d="360000" r="1"/>\n      <S t="720000" d="135000"/>');
    expect(text).toContain('initialization="v0/init.m4s" media="v0/$Number$.m4s"');
  });

  it("never lets the rounding of edges add up", () => {
    const durationSec = 4 / 3.0000007;
    const segments = Array.from({ length: 500 }, (_, n) =>
      createSegment(n, { startSec: n * durationSec, durationSec }),
    );
    const text = writeDashManifest(
      [{ track: createPlaybackTrack("v0"), index: createIndex("v0", segments) }],
      {
        isEnded: false,
      },
    );
    const starts = [...text.matchAll(/<S t="(\d+)" d="(\d+)"(?: r="(\d+)")?/g)];
    const last =
      starts
        .at(-1)
        ?.slice(1)
        .map((each) => Number(each ?? 0)) ?? [];
    const endTicks = (last[0] ?? 0) + (last[1] ?? 0) * ((last[2] || 0) + 1);
    expect(Math.abs(endTicks - 500 * durationSec * 90_000)).toBeLessThanOrEqual(1);
  });

  it("writes broadcast rates as fractions, and escapes attribute values", () => {
    const audio = {
      track: createPlaybackTrack("a0", { language: '"<&' }),
      index: createIndex("a0", [createSegment(0)]),
    };
    const ntsc = { ...createVideoTrack(true), track: createPlaybackTrack("v0", { fps: 29.97 }) };
    const text = writeDashManifest([ntsc, audio], { isEnded: true });
    expect(text).toContain('frameRate="30000/1001"');
    expect(text).toContain('lang="&quot;&lt;&amp;"');
  });

  it("omits tracks that are still empty", () => {
    const empty = { track: createPlaybackTrack("v1"), index: createIndex("v1", []) };
    expect(writeDashManifest([createVideoTrack(false), empty], { isEnded: false })).not.toContain('id="v1"');
  });

  it("starts a period at each seam, with the media times of its segments", () => {
    const segments = [
      createSegment(0, { durationSec: 1, initNumber: 1 }),
      createSegment(1, { startSec: 1, isSeam: true }),
      createSegment(2, { startSec: 5 }),
    ];
    const track = {
      track: createPlaybackTrack("v0"),
      index: createIndex("v0", segments, { mediaOffsetSec: 3 }),
    };
    const [, first = "", second = ""] = writeDashManifest([track], { isEnded: true }).split("<Period ");
    expect(first).toContain('start="PT0S"');
    expect(first).toContain('presentationTimeOffset="270000" startNumber="0" initialization="v0/init-1.m4s"');
    expect(first).toContain('<S t="270000" d="90000"/>');
    expect(second).toContain('start="PT1S"');
    expect(second).toContain('presentationTimeOffset="360000" startNumber="1" initialization="v0/init.m4s"');
    expect(second).toContain('<S t="360000" d="360000" r="1"/>');
  });

  it("announces at least a second for the last period, since dash.js skips shorter ones", () => {
    const lengthOf = (lastSec: number, isSeam: boolean) => {
      const segments = [
        createSegment(0),
        createSegment(1, { durationSec: lastSec, ...(isSeam ? { isSeam: true as const } : {}) }),
      ];
      const text = writeDashManifest(
        [{ track: createPlaybackTrack("v0"), index: createIndex("v0", segments, { isEnded: true }) }],
        {
          isEnded: true,
        },
      );
      return /mediaPresentationDuration="(\w[\w.]+)"/.exec(text)?.[1];
    };
    expect(lengthOf(0.6, true)).toBe("PT5.001S");
    expect(lengthOf(1.5, true)).toBe("PT5.51S");
    expect(lengthOf(0.6, false)).toBe("PT4.61S");
  });

  it("refers to captions as one file, or as a segment per period if there are several periods", () => {
    const english = { id: "en", version: 2, language: "en", label: "English", kind: "subtitles" } as const;
    const captions = [{ ...english, isDefault: false }];
    expect(writeDashManifest([createVideoTrack(true)], { isEnded: true, captions })).toContain(
      "<BaseURL>captions/en/2/captions.vtt</BaseURL>",
    );
    const segments = [createSegment(0), createSegment(1, { isSeam: true, durationSec: 1.5 })];
    const track = {
      track: createPlaybackTrack("v0"),
      index: createIndex("v0", segments, { mediaOffsetSec: 3 }),
    };
    const [, first = "", second = ""] = writeDashManifest([track], { isEnded: true, captions }).split(
      "<Period ",
    );
    expect(first).toContain('mimeType="application/mp4" codecs="wvtt" lang="en"');
    expect(first).toContain(
      'presentationTimeOffset="3000" startNumber="0" initialization="captions/en/2/init.m4s"',
    );
    expect(first).toContain('<S t="3000" d="4000"/>');
    expect(second).toContain('startNumber="1" initialization="captions/en/2/init.m4s"');
    expect(second).toContain('media="captions/en/2/period-$Number$.m4s"');
    expect(second).toContain('<S t="7000" d="1500"/>');
  });

  it("starts audio with its period, although its first frame comes a moment later", () => {
    const segments = [
      createSegment(0),
      createSegment(1, { startSec: 4.02, durationSec: 3.98, isSeam: true }),
    ];
    const text = writeDashManifest(
      [{ track: createPlaybackTrack("a0"), index: createIndex("a0", segments) }],
      {
        isEnded: true,
      },
    );
    expect(text).toContain('start="PT4.02S"');
    const beside = writeDashManifest(
      [
        {
          track: createPlaybackTrack("v0"),
          index: createIndex("v0", [createSegment(0), createSegment(1, { isSeam: true })]),
        },
        { track: createPlaybackTrack("a0"), index: createIndex("a0", segments) },
      ],
      { isEnded: true },
    );
    expect(beside.match(/<S t="360000" d="360000"/g)).toHaveLength(2);
  });
});
