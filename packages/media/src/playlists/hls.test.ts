import { describe, expect, it } from "vitest";
import { createIndex, createPlaybackTrack, createSegment } from "./fixtures.ts";
import { writeMediaPlaylist, writeMultivariantPlaylist } from "./hls.ts";

describe("the multivariant playlist", () => {
  it("lists each rung with its peak, average, codecs, size and rate, including audio", () => {
    const text = writeMultivariantPlaylist([createPlaybackTrack("v0"), createPlaybackTrack("a0")]);
    expect(text).toContain(
      "#EXT-X-STREAM-INF:BANDWIDTH=1130000,AVERAGE-BANDWIDTH=928000," +
        'CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=30.000,AUDIO="audio"\nv0/index.m3u8\n',
    );
    expect(text).toContain("#EXT-X-INDEPENDENT-SEGMENTS");
  });

  it("lists the lightest rung first, in whatever order they are passed", () => {
    const text = writeMultivariantPlaylist([
      createPlaybackTrack("v1", { bandwidthBps: 5_000_000 }),
      createPlaybackTrack("v0", { bandwidthBps: 900_000 }),
    ]);
    expect(text.indexOf("v0/index")).toBeLessThan(text.indexOf("v1/index"));
  });

  it("makes the first audio track the default and gives each a unique name", () => {
    const text = writeMultivariantPlaylist([
      createPlaybackTrack("v0"),
      createPlaybackTrack("a0", { name: "Main" }),
      createPlaybackTrack("a1", { name: "Main", language: "fr" }),
      createPlaybackTrack("a2", { name: null, language: "und" }),
    ]);
    expect(text.match(/DEFAULT=YES/g)).toHaveLength(1);
    expect(text).toContain('NAME="Main",LANGUAGE="en",DEFAULT=YES');
    expect(text).toContain('NAME="Main (2)",LANGUAGE="fr",DEFAULT=NO');
    expect(text).toContain('NAME="Sound",DEFAULT=NO');
  });

  it("has no audio group for a video without audio", () => {
    expect(writeMultivariantPlaylist([createPlaybackTrack("v0")])).not.toContain("AUDIO");
  });

  it("keeps a title with quotes and line breaks inside its attribute", () => {
    const text = writeMultivariantPlaylist([
      createPlaybackTrack("v0"),
      createPlaybackTrack("a0", { name: 'a"b\n#EXT-X-ENDLIST' }),
    ]);
    expect(text.split("\n")).not.toContain("#EXT-X-ENDLIST");
    expect(text).toContain('NAME="a b #EXT-X-ENDLIST"');
  });
});

describe("a media playlist", () => {
  const two = [createSegment(0), createSegment(1, { durationSec: 3.5 })];

  it("is an EVENT without ENDLIST while the track grows", () => {
    const text = writeMediaPlaylist(createIndex("v0", two), { isEnded: false });
    expect(text).toBe(
      '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-START:TIME-OFFSET=0.001\n#EXT-X-MAP:URI="init.m4s"\n' +
        "#EXTINF:4.000000,\n0.m4s\n#EXTINF:3.500000,\n1.m4s\n",
    );
  });

  it("is a VOD with ENDLIST once track and video have ended", () => {
    const text = writeMediaPlaylist(createIndex("v0", two, { isEnded: true }), { isEnded: true });
    expect(text).toContain("#EXT-X-PLAYLIST-TYPE:VOD");
    expect(text.trimEnd().endsWith("#EXT-X-ENDLIST")).toBe(true);
  });

  it.each([
    ["the track", createIndex("v0", two), true],
    ["the video", createIndex("v0", two, { isEnded: true }), false],
  ])("has no ENDLIST until %s has ended", (_, index, isEnded) => {
    expect(writeMediaPlaylist(index, { isEnded })).not.toContain("ENDLIST");
  });

  it("stops at the first missing segment without ENDLIST", () => {
    const index = createIndex("v0", [createSegment(2), createSegment(0)], { isEnded: true });
    const text = writeMediaPlaylist(index, { isEnded: true });
    expect(text).toContain("0.m4s");
    expect(text).not.toContain("2.m4s");
    expect(text).not.toContain("ENDLIST");
  });

  it("lists only segments that start before untilSec", () => {
    const text = writeMediaPlaylist(createIndex("v0", two), { isEnded: false, untilSec: 4 });
    expect(text).not.toContain("1.m4s");
  });

  it("announces the plan's target duration even while all segments are shorter", () => {
    const index = createIndex("v0", two, { targetDurationSec: 9 });
    expect(writeMediaPlaylist(index, { isEnded: false })).toContain("#EXT-X-TARGETDURATION:9\n");
  });

  it("marks each seam by a discontinuity and the init segment that follows", () => {
    const segments = [
      createSegment(0, { initNumber: 1, durationSec: 1 }),
      createSegment(1, { startSec: 1, isSeam: true }),
      createSegment(2, { startSec: 5 }),
      createSegment(3, { startSec: 9, durationSec: 1, isSeam: true, initNumber: 1 }),
    ];
    const text = writeMediaPlaylist(createIndex("v0", segments), { isEnded: false });
    expect(text.slice(text.indexOf("#EXT-X-MAP"))).toBe(
      [
        '#EXT-X-MAP:URI="init-1.m4s"',
        "#EXTINF:1.000000,",
        "0.m4s",

        "#EXT-X-DISCONTINUITY",
        '#EXT-X-MAP:URI="init.m4s"',
        "#EXTINF:4.000000,",
        "1.m4s",

        "#EXTINF:4.000000,",
        "2.m4s",

        "#EXT-X-DISCONTINUITY",
        '#EXT-X-MAP:URI="init-1.m4s"',
        "#EXTINF:1.000000,",
        "3.m4s",
        "",
      ].join("\n"),
    );
  });
});
