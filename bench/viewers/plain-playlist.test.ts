import { expect, test } from "vitest";
import { plainPlaylist } from "./plain-playlist.ts";

const plainText = (...lines: string[]) =>
  plainPlaylist(
    lines.join("\n"),
    "http://edge/m/k1.abc/live.m3u8?token=1",
    (url) => `/plain?of=${url}`,
  ).split("\n");

test("nested playlists get the URL of a plain playlist, and segments get their absolute URL", () => {
  expect(
    plainText(
      "#EXTM3U",
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="a0/index.m3u8"',
      "#EXT-X-STREAM-INF:BANDWIDTH=1",
      "v0/index.m3u8",
    ),
  ).toEqual([
    "#EXTM3U",
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="/plain?of=http://edge/m/k1.abc/a0/index.m3u8"',
    "#EXT-X-STREAM-INF:BANDWIDTH=1",
    "/plain?of=http://edge/m/k1.abc/v0/index.m3u8",
  ]);
  expect(plainText('#EXT-X-MAP:URI="init.mp4"', "#EXTINF:2,", "0.m4s", "")).toEqual([
    '#EXT-X-MAP:URI="http://edge/m/k1.abc/init.mp4"',
    "#EXTINF:2,",
    "http://edge/m/k1.abc/0.m4s",
    "",
  ]);
});

test("all tags of low latency are removed", () => {
  expect(
    plainText(
      "#EXT-X-TARGETDURATION:2",
      "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5",
      "#EXT-X-PART-INF:PART-TARGET=0.5",
      '#EXT-X-PART:DURATION=0.5,URI="0.0.m4s"',
      "#EXTINF:2,",
      "0.m4s",
      '#EXT-X-PART:DURATION=0.5,URI="1.0.m4s"',
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="1.1.m4s"',
      '#EXT-X-RENDITION-REPORT:URI="../v1/index.m3u8",LAST-MSN=1',
    ),
  ).toEqual(["#EXT-X-TARGETDURATION:2", "#EXTINF:2,", "http://edge/m/k1.abc/0.m4s"]);
});
