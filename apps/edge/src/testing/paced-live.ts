import { randomUUID } from "node:crypto";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlayLive } from "@shoal/contract/player";
import { SegmentIndex } from "@shoal/contract/stored-data";
import { type LiveClock, type LiveStream, PacedVod } from "@shoal/media";
import type { LiveSource } from "../live/live-source.ts";
import { descriptorOf, type EdgeHarness } from "./edge-harness.ts";

/** Supplies the lives of a test. */
export class TestLives implements LiveSource {
  readonly #streams = new Map<string, LiveStream>();

  find(uuid: string): LiveStream | undefined {
    return this.#streams.get(uuid);
  }

  /** Plays a published video as a separate live. */
  async open(
    harness: EdgeHarness,
    video: PlaybackDescriptor,
    { clock, live, ...changes }: { clock: LiveClock; live: PlayLive; headStartSec?: number },
  ): Promise<{ descriptor: PlaybackDescriptor; paced: PacedVod }> {
    const paced = await PacedVod.open({
      tracks: await Promise.all(video.tracks.map((track) => readTrack(harness, track))),
      read: (range) => harness.store.read(range.object, range),

      clock,
      seekBackSec: 30,
      ...changes,
    });
    return { descriptor: this.add(harness, paced, live), paced };
  }

  /** Lets viewers watch the given stream. */
  add(harness: EdgeHarness, stream: LiveStream, live: PlayLive): PlaybackDescriptor {
    const descriptor = descriptorOf({
      uuid: randomUUID(),
      isEnded: false,
      durationSec: null,
      chapters: [],
      live,
    });
    this.#streams.set(descriptor.uuid, stream);
    harness.api.set(descriptor);
    return descriptor;
  }
}

async function readTrack(harness: EdgeHarness, track: PlaybackDescriptor["tracks"][number]) {
  const bytes = await harness.store.read(track.indexObject);
  return { track, index: SegmentIndex.parse(JSON.parse(Buffer.from(bytes).toString())) };
}
