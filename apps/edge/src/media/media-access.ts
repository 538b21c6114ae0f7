import { AppError, type PlaybackDescriptor, type PlaybackTrack } from "@shoal/contract";
import type { DescriptorCache } from "../playback/descriptor-cache.ts";
import type { PlaybackClaims, PlaybackTokens } from "../playback/playback-token.ts";
import { invalid } from "../playback/signer.ts";

/** What stands in front of every media path: `/m/{token}/{uuid}/{generation}`. */
export interface MediaAddress {
  token: string;
  uuid: string;
  generation: number;
}

/**
 * Decides whether a media URL may be served.
 *
 * A token is taken for the length of the video beyond its expiry: native players and ffmpeg load a playlist once and
 * cannot renew what stands in it, so a film would break off after a quarter of an hour.
 */
export class MediaAccess {
  readonly #tokens: PlaybackTokens;
  readonly #descriptors: DescriptorCache;
  constructor(tokens: PlaybackTokens, descriptors: DescriptorCache) {
    this.#tokens = tokens;
    this.#descriptors = descriptors;
  }

  /** @throws AppError "token_invalid", "video_not_found", "not_found" (another generation), "unavailable" */
  async open(address: MediaAddress): Promise<PlaybackDescriptor> {
    const claims = this.#claimsOf(address);
    return this.#check(claims, await this.#descriptors.find(address.uuid));
  }

  /** The same without waiting: undefined when the descriptor must be asked for first. */
  openAtOnce(address: MediaAddress): PlaybackDescriptor | undefined {
    const claims = this.#claimsOf(address);
    const descriptor = this.#descriptors.peek(address.uuid);
    return descriptor && this.#check(claims, descriptor);
  }

  #claimsOf({ token, uuid, generation }: MediaAddress): PlaybackClaims {
    const claims = this.#tokens.verify(token, Number.POSITIVE_INFINITY);
    if (claims.uuid !== uuid || claims.generation !== generation) throw invalid();
    return claims;
  }

  #check(claims: PlaybackClaims, descriptor: PlaybackDescriptor | undefined): PlaybackDescriptor {
    this.#tokens.requireCurrent(claims, (descriptor?.durationSec ?? 0) * 1000);
    if (!descriptor || descriptor.state === "deleted") throw new AppError("video_not_found", "No such video");
    if (descriptor.generation !== claims.generation)
      throw new AppError("not_found", `Generation ${claims.generation} was replaced`);
    return descriptor;
  }
}

/** @throws AppError "not_found" */
export function trackOf(descriptor: PlaybackDescriptor, trackId: string): PlaybackTrack {
  const track = descriptor.tracks.find((candidate) => candidate.id === trackId);
  if (!track) throw new AppError("not_found", `No track ${trackId}`);
  return track;
}
