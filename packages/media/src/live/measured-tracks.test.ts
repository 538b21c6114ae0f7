import { expect, it } from "vitest";
import { createPlaybackTrack } from "../playlists/fixtures.ts";
import { writeMultivariantPlaylist } from "../playlists/hls.ts";
import { TestFeed } from "./fixtures.ts";
import { measuredTracks } from "./measured-tracks.ts";

const createTrack = (id: string, more: object = {}) => ({ ...createPlaybackTrack(id), ...more });

it("the bit rate of copied tracks is measured once a segment exists, and encoded tracks keep the planned one", () => {
  const tracks = [
    createTrack("v0", { isCopied: true }),
    createTrack("v1"),
    createTrack("a0", { isCopied: true, channels: 1 }),
  ];
  const feed = new TestFeed({ tracks });
  const planned = tracks.map(({ bandwidthBps }) => bandwidthBps);
  expect(measuredTracks(feed.window).map(({ bandwidthBps }) => bandwidthBps)).toEqual(planned);
  // Each part has 100 bytes. The last segment is short and counts only for the average.
  feed.segments(1).segments(1, [0.25, 0.25, 0.25, 0.25]).segments(1, [0.1, 0.1]);
  const [copied, encoded, sound] = measuredTracks(feed.window);
  expect(copied).toMatchObject({ bandwidthBps: 3_200, averageBandwidthBps: Math.ceil((10 * 800) / 3.2) });
  expect(encoded).toEqual(tracks[1]);
  expect(sound?.bandwidthBps).toBe(3_200);
  const master = writeMultivariantPlaylist(measuredTracks(feed.window));
  expect(master).toContain('CHANNELS="1"');
  expect(master).toContain("BANDWIDTH=6400");
});
