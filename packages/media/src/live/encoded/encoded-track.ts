import { getBox, Mp4Error } from "../../mp4/boxes.ts";
import { readFragment } from "../../mp4/read-fragment.ts";
import { readSampleDefaults, type SampleDefaults } from "../../mp4/read-fragment-table.ts";
import { readTracks } from "../../mp4/read-tracks.ts";
import { readAacEntry, readAvcEntry, writeAacEntry, writeAvcEntry } from "../../mp4/sample-entries.ts";
import { type FragmentSample, writeInit } from "../../mp4/write-cmaf.ts";
import { BoxSplitter } from "./box-splitter.ts";

/** A frame of a rendition, with its decode time. */
export interface EncodedSample extends FragmentSample {
  dtsTicks: number;
}

/** How an encoder describes a rendition before its first frame. */
export interface EncodedHead {
  kind: "video" | "audio";
  timescale: number;
  /** An init segment without an edit list. All times are in the fragments. */
  init: Buffer;
  codecs: string;
  /** The number of audio channels; undefined for video. */
  channels: number | undefined;
}

/**
 * One rendition of a running encoder, parsed from its pipe: fragmented MP4 with one track, H.264 or AAC.
 * @example
 * const track = new EncodedTrack();
 * pipe.on("data", (bytes) => cutter.add("v0", track.push(bytes)));
 */
export class EncodedTrack {
  readonly #splitter = new BoxSplitter();
  #defaults: SampleDefaults | undefined;
  #moof: Buffer | undefined;
  /** The encoder's description of the rendition; undefined until the encoder has written it. */
  head: EncodedHead | undefined;

  /**
   * Adds bytes of the pipe.
   * @returns the frames that are now complete.
   * @throws Mp4Error for output that none of our encoders writes.
   */
  push(bytes: Buffer): EncodedSample[] {
    const samples: EncodedSample[] = [];
    for (const box of this.#splitter.push(bytes)) {
      if (box.type === "moov") this.#readHead(box.bytes);
      if (box.type === "moof") this.#moof = box.bytes;
      if (box.type === "mdat") samples.push(...this.#readSamples(box.bytes));
    }
    return samples;
  }

  #readHead(moov: Buffer): void {
    const [track] = readTracks(getBox(moov, "moov"), moov.length);
    this.#defaults = readSampleDefaults(moov);
    const { kind, timescale, sampleEntry, codec } = track ?? {};
    if (!timescale || !sampleEntry) throw new Mp4Error("An encoder describes no track");
    if (kind === "video" && codec === "avc1") {
      const entry = readAvcEntry(sampleEntry);
      const { width, height, codecs } = entry;
      const init = writeInit({ kind, timescale, sampleEntry: writeAvcEntry(entry), width, height });
      this.head = { kind, timescale, init, codecs, channels: undefined };
    } else if (kind === "audio" && codec === "mp4a") {
      const entry = readAacEntry(sampleEntry);
      const init = writeInit({ kind, timescale, sampleEntry: writeAacEntry(entry) });
      this.head = { kind, timescale, init, codecs: entry.codecs, channels: entry.channels };
    } else throw new Mp4Error(`An encoder writes ${codec}`);
  }

  #readSamples(mdat: Buffer): EncodedSample[] {
    const moof = this.#moof;
    if (!moof || !this.#defaults) throw new Mp4Error("Media without an index");
    this.#moof = undefined;
    const { baseTicks, samples } = readFragment(Buffer.concat([moof, mdat]), this.#defaults);
    let dtsTicks = baseTicks;
    return samples.map((sample) => {
      const placed = { ...sample, dtsTicks };
      dtsTicks += sample.durationTicks;
      return placed;
    });
  }
}
