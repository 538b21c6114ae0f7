import type { IncomingMessage } from "node:http";
import { AppError } from "@shoal/contract";
import type { ExportLinkDescriptor, PlaybackDescriptor, PlaybackTrack } from "@shoal/contract/edge";
import type { ClientAddressOf } from "@shoal/lifecycle";
import type { Places } from "@shoal/places";
import { invalid } from "@shoal/tokens";
import { requireStillAllowed } from "../playback/admission.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import type { OwnerRightsCache } from "../playback/owner-rights.ts";
import type { PlaybackTokens, VerifiedClaims } from "../playback/playback-token.ts";
import { requireExisting, requireOpen } from "../playback/watchables.ts";
import { hasPassed, isAccessUnchanged, isOpenToEveryone } from "../rules/rules-in-force.ts";
import { RulesInForceCache, type VideoOfClient } from "../rules/rules-in-force-cache.ts";
import type { ActiveSessions } from "./active-sessions.ts";

/** The prefix of every media path: `/m/{token}/{mediaId}/{generation}`. */
export interface MediaAddress {
  token: string;
  mediaId: string;
  generation: number;
  /** The caller. */
  from: IncomingMessage;
}

export interface MediaAccessOptions {
  tokens: PlaybackTokens;
  descriptors: Descriptors;
  places: Places;
  addressOf: ClientAddressOf;
  active: Pick<ActiveSessions, "goesOn">;
  ownerRights: Pick<OwnerRightsCache, "require">;
}

/**
 * Decides whether a media URL may be served. A token is accepted beyond its expiry for the length of the video: native players and
 * ffmpeg load a playlist once and cannot renew its URLs, so a video would otherwise stop after a quarter of an hour. Sessions of an
 * export link still end with the link, and sessions started under other rules end with the right to watch. A live has no length: a
 * session that keeps sending requests continues as long as that run of the live exists and its viewer may watch. Beyond the expiry,
 * each request is checked.
 */
export class MediaAccess {
  readonly #options: MediaAccessOptions;
  readonly #tokens: PlaybackTokens;
  readonly #descriptors: Descriptors;
  readonly #inForce = new RulesInForceCache();
  constructor(options: MediaAccessOptions) {
    this.#options = options;
    this.#tokens = options.tokens;
    this.#descriptors = options.descriptors;
  }

  /**
   * Opens the video of a media URL.
   * @throws AppError "token_invalid" (also for the preview of a user who has left), "link_expired" (also for a deleted link, so
   * that players request a new session), "video_not_found", "not_found" (another generation), "unavailable"
   */
  async open(address: MediaAddress): Promise<PlaybackDescriptor> {
    const claims = this.#claimsOf(address);
    const { previewUserUuid } = claims;
    if (previewUserUuid !== undefined) await this.#options.ownerRights.require(previewUserUuid, claims.uuid);
    const { videos, links, clients } = this.#descriptors;
    if (claims.linkUuid !== undefined) requireValidLink(await links.find(claims.linkUuid));
    const video = this.#check(claims, await videos.find(claims.uuid));
    // Viewers who were already admitted continue to watch while the api is unreachable.
    const client = await clients.find(video.clientId).catch(() => undefined);
    if (client) this.#requireAllowed(claims, { video, client }, address.from);
    return video;
  }

  /** Whether caches may serve the pictures of an opened video to other viewers. */
  isShared(video: PlaybackDescriptor): boolean {
    const client = this.#descriptors.clients.peek(video.clientId);
    return client !== undefined && isOpenToEveryone(this.#inForce.of({ video, client }));
  }

  /** Opens media synchronously. Returns undefined if a descriptor must be loaded first. */
  openAtOnce(address: MediaAddress): PlaybackDescriptor | undefined {
    const claims = this.#claimsOf(address);
    // Only the api knows whether this user may still see the video, so the call must wait.
    if (claims.previewUserUuid !== undefined) return undefined;
    const { videos, links, clients } = this.#descriptors;
    if (claims.linkUuid !== undefined) {
      const link = links.peek(claims.linkUuid);
      if (!link) return undefined;
      requireOpen(link);
    }
    const descriptor = videos.peek(claims.uuid);
    const client = descriptor && clients.peek(descriptor.clientId);
    if (!client) return undefined;
    const video = this.#check(claims, descriptor);
    this.#requireAllowed(claims, { video, client }, address.from);
    return video;
  }

  /** Checks the rules that changed since the token was issued, as far as a media request contains the necessary data. */
  #requireAllowed(claims: VerifiedClaims, watched: VideoOfClient, from: IncomingMessage): void {
    if (claims.access === undefined) return;
    const rules = this.#inForce.of(watched);
    const isExpired = claims.expiresAtMs <= this.#tokens.nowMs;
    if (isAccessUnchanged(claims.access, rules) && !isExpired) return;
    // A video that has been started continues to its end under the original terms.
    if (isAccessUnchanged(claims.access, rules) && !watched.video.live) return;
    // The password or the start has changed since. The player requests a new session, whose rejection states the reason.
    if (!hasPassed(claims.access, rules)) throw invalid();
    const address = this.#options.addressOf(from);
    requireStillAllowed(rules, { address, place: this.#options.places.find(address) });
  }

  /** Finds the video of a media URL. Returns undefined for a URL that `open` rejects. */
  uuidOf(address: MediaAddress): string | undefined {
    try {
      return this.#claimsOf(address).uuid;
    } catch {
      return undefined;
    }
  }

  /**
   * Verifies a media URL and returns the claims of its session.
   * @throws the same errors as `open` if it is not a session's media URL.
   */
  claimsOf(address: MediaAddress): VerifiedClaims {
    return this.#claimsOf(address);
  }

  #claimsOf({ token, mediaId, generation }: MediaAddress): VerifiedClaims {
    const claims = this.#tokens.verify(token, Number.POSITIVE_INFINITY);
    if (claims.generation !== generation || !this.#tokens.isNameOf(mediaId, claims)) throw invalid();
    return claims;
  }

  #check(claims: VerifiedClaims, found: PlaybackDescriptor | undefined): PlaybackDescriptor {
    const isPreview = claims.previewUserUuid !== undefined;
    // A preview ends when its pass expires, whatever the rules.
    if (found?.live && !isPreview) this.#requireActive(claims);
    else this.#tokens.requireCurrent(claims, isPreview ? 0 : (found?.durationSec ?? 0) * 1000);
    const descriptor = requireExisting(found);
    if (descriptor.generation !== claims.generation)
      throw new AppError("not_found", `Generation ${claims.generation} was replaced`);
    return descriptor;
  }

  /**
   * Requires that the session of a live is still active.
   * @throws AppError "token_invalid" for an expired token whose session had stopped sending requests.
   */
  #requireActive(claims: VerifiedClaims): void {
    const isExpired = claims.expiresAtMs <= this.#tokens.nowMs;
    if (isExpired && !this.#options.active.goesOn(claims)) throw invalid();
  }
}

/**
 * Requires that an export link exists and is open.
 * @throws AppError "link_expired"
 */
function requireValidLink(link: ExportLinkDescriptor | undefined): void {
  if (!link) throw new AppError("link_expired", "This link was deleted");
  requireOpen(link);
}

/**
 * Requires a video that plays on demand. All files of a live come from its window: a video that plays as a live has all of its
 * segments already, including those that are not due yet.
 * @throws AppError "not_found"
 */
export function requireOnDemand({ live }: PlaybackDescriptor): void {
  if (live) throw new AppError("not_found", "No such file of the live");
}

/**
 * Finds a track of a video by its id.
 * @throws AppError "not_found"
 */
export function trackOf(descriptor: PlaybackDescriptor, trackId: string): PlaybackTrack {
  const track = descriptor.tracks.find((candidate) => candidate.id === trackId);
  if (!track) throw new AppError("not_found", `No track ${trackId}`);
  return track;
}
