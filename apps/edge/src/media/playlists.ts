import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { SegmentHashes } from "@shoal/contract/player";
import {
  contiguousSegments,
  type DashPeriod,
  listPeriods,
  playableEndSec,
  publishedEndSec,
  writeDashManifest,
  writeMediaPlaylist,
  writeMultivariantPlaylist,
} from "@shoal/media";
import { LoadingCache } from "../platform/loading-cache.ts";
import { trackOf } from "./media-access.ts";
import type { SegmentIndexes } from "./segment-indexes.ts";

const compressBrotli = promisify(brotliCompress);
const MAX_CACHE_BYTES = 64_000_000;
/** Brotli's level 5 compresses a two-hour playlist in 2 ms, to within 5 % of the best size. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A text, or a small file that compresses equally well, in every encoding that callers may accept. */
export interface PackedText {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  etag: string;
}

/** How the times of a video relate to those of its segments. */
export interface MediaTimes {
  /** The offset from times of the video to times in the segments. */
  mediaOffsetSec: number;
  /** The tracks of the manifest. */
  periods: DashPeriod[];
  durationSec: number;
}

/**
 * Writes playlists, manifests and hash lists. They contain no token, so one text, written once per revision of the video,
 * serves every viewer.
 */
export class Playlists {
  readonly #indexes: SegmentIndexes;
  readonly #cache = new LoadingCache<PackedText>({
    maxBytes: MAX_CACHE_BYTES,
    bytesOf: ({ plain, br, gzip }) => plain.length + br.length + gzip.length,
  });
  constructor(indexes: SegmentIndexes) {
    this.#indexes = indexes;
  }

  multivariant(descriptor: PlaybackDescriptor): Promise<PackedText> {
    return this.packed(descriptor, "master", async () => {
      const listed = await this.#listed(descriptor);
      return writeMultivariantPlaylist(
        listed.map(({ track }) => track),
        descriptor.captions,
      );
    });
  }

  /** Returns the media playlist of a track. @throws AppError "not_found" for a track that does not exist. */
  media(descriptor: PlaybackDescriptor, trackId: string): Promise<PackedText> {
    const track = trackOf(descriptor, trackId);
    return this.packed(descriptor, `media/${trackId}`, async () => {
      const { index } = await this.#indexes.get(track);
      const isGrowingVideo = track.kind === "video" && !descriptor.isEnded;
      const untilSec = isGrowingVideo ? { untilSec: await this.#playableEnd(descriptor, trackId) } : {};
      return writeMediaPlaylist(index, { isEnded: descriptor.isEnded, ...untilSec });
    });
  }

  dash(descriptor: PlaybackDescriptor): Promise<PackedText> {
    return this.packed(descriptor, "dash", async () => {
      return writeDashManifest(await this.#listed(descriptor), descriptor);
    });
  }

  async timesOf(descriptor: PlaybackDescriptor): Promise<MediaTimes> {
    const listed = await this.#listed(descriptor);
    const video = listed.find(({ track }) => track.kind === "video");
    const endSec = Math.max(1, ...listed.map(({ index }) => publishedEndSec(index)));
    const durationSec = descriptor.durationSec ?? endSec;
    return {
      mediaOffsetSec: (video ?? listed[0])?.index.mediaOffsetSec ?? 0,
      periods: listPeriods(listed, durationSec),
      durationSec,
    };
  }

  /** Returns the segment hashes as JSON, `{ [trackId]: SegmentHashes }`. */
  hashes(descriptor: PlaybackDescriptor): Promise<PackedText> {
    return this.packed(descriptor, "hashes", async () => {
      const listed = await this.#listed(descriptor);
      const entries = listed.map(({ track, byNumber, index }): [string, SegmentHashes] => [
        track.id,
        { init: index.init.sha256, segments: Array.from(byNumber, (segment) => segment?.sha256 ?? null) },
      ]);
      return JSON.stringify(Object.fromEntries(entries));
    });
  }

  async #listed(descriptor: PlaybackDescriptor) {
    const all = descriptor.tracks.map(async (track) => ({ track, ...(await this.#indexes.get(track)) }));
    return (await Promise.all(all)).filter(({ index }) => contiguousSegments(index).length > 0);
  }

  async #playableEnd(descriptor: PlaybackDescriptor, trackId: string): Promise<number> {
    const listed = await this.#listed(descriptor);
    const audio = listed.filter(({ track }) => track.kind === "audio").map(({ index }) => index);
    const own = listed.find(({ track }) => track.id === trackId);
    return own ? playableEndSec(own.index, audio) : 0;
  }

  /** Returns a playlist or manifest of this revision of a video, which is written and compressed only once. */
  packed(
    descriptor: PlaybackDescriptor,
    what: string,
    write: () => Promise<string | Buffer>,
  ): Promise<PackedText> {
    const { uuid, generation, revision } = descriptor;
    return this.#cache.get(`${uuid}/${generation}/${revision}/${what}`, async () => packText(await write()));
  }
}

/** Compresses a string once for all requests. */
export async function packText(text: string | Buffer): Promise<PackedText> {
  const plain = Buffer.from(text);
  const [br, zipped] = await Promise.all([compressBrotli(plain, BROTLI_OPTIONS), promisify(gzip)(plain)]);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { plain, br, gzip: zipped, etag: `W/"${hash}"` };
}
