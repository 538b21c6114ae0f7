import { describe, expect, it } from "vitest";
import { listManifest } from "./follow-manifest.ts";

const MANIFEST_URL = "https://cdn.example/a/master.m3u8";
const MASTER_PLAYLIST = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="low",NAME="en",URI="a0.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="high",NAME="en",URI="a1.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="en",URI="s0.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="low"
v0.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO="high"
v0.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=3,AUDIO="high"
v1.m3u8
`;
const createMpd = (attributes: string) => `<MPD ${attributes}><Period>
<AdaptationSet><Representation id="v0" /><Representation id="v1"/></AdaptationSet>
<AdaptationSet><Representation id="a0"/></AdaptationSet></Period></MPD>`;
const refuseRead = () => Promise.reject(new Error("Nothing else is to be read"));

describe("listManifest", () => {
  it("counts each rendition of HLS once, however many audio groups list it", async () => {
    const requests: string[] = [];
    const read = async (url: string) => {
      requests.push(url);
      return "#EXTM3U\n#EXT-X-PLAYLIST-TYPE:EVENT\n";
    };
    expect(await listManifest(MASTER_PLAYLIST, MANIFEST_URL, read)).toEqual({
      trackCount: 4,
      isGrowing: true,
    });
    expect(requests).toEqual(["https://cdn.example/a/v0.m3u8"]);
  });

  it.each([
    ["a video", "#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-ENDLIST\n"],
    ["an event that has ended", "#EXTM3U\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-ENDLIST\n"],
    ["a live", "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:17\n"],
  ])("does not report an HLS manifest as growing for %s", async (_, playlist) => {
    expect(await listManifest(MASTER_PLAYLIST, MANIFEST_URL, async () => playlist)).toMatchObject({
      isGrowing: false,
    });
  });

  it("returns no tracks for a playlist without renditions", async () => {
    const playlist = "#EXTM3U\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:4,\n0.m4s\n";
    expect(await listManifest(playlist, MANIFEST_URL, refuseRead)).toEqual({
      trackCount: 0,
      isGrowing: false,
    });
  });

  it.each([
    ['type="static"', false],
    ['type="dynamic"', true],
    ['type="dynamic" timeShiftBufferDepth="PT86400000S"', true],
    ['type="dynamic" timeShiftBufferDepth="PT60S"', false],
    ['type="dynamic" timeShiftBufferDepth="PT1H30M"', false],
  ])(
    "counts the tracks of a DASH manifest with %s, and returns for isGrowing %s",
    async (attributes, isGrowing) => {
      expect(await listManifest(createMpd(attributes), MANIFEST_URL, refuseRead)).toEqual({
        trackCount: 3,
        isGrowing,
      });
    },
  );
});
