import { afterAll, beforeAll, expect, it } from "vitest";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { execFileAsync, publishRealMedia } from "../testing/real-media.ts";

let harness: EdgeHarness;
let uuid: string;
beforeAll(async () => {
  harness = await startEdgeHarness();
  ({ uuid } = await publishRealMedia(harness));
});
afterAll(() => harness.close());

const countPackets = async (url: string) => {
  const shown = ["-count_packets", "-show_entries", "stream=codec_name,nb_read_packets", "-of", "json", url];
  const { stdout, stderr } = await execFileAsync("ffprobe", ["-v", "error", ...shown]);
  const { streams } = JSON.parse(stdout) as { streams: { codec_name: string; nb_read_packets: string }[] };
  return {
    stderr,
    packets: Object.fromEntries(streams.map((each) => [each.codec_name, Number(each.nb_read_packets)])),
  };
};

it("ffmpeg reads every video frame and the audio by HLS", async () => {
  const { stderr, packets } = await countPackets((await harness.play(uuid)).hlsUrl);
  expect(stderr).toBe("");
  expect(packets).toMatchObject({ h264: 300 });
  expect(packets.aac).toBeGreaterThan(510);
});

it("ffmpeg reads every video frame and the audio by DASH", async () => {
  const { packets } = await countPackets((await harness.play(uuid)).dashUrl);
  expect(packets).toMatchObject({ h264: 300 });
  expect(packets.aac).toBeGreaterThan(510);
});
