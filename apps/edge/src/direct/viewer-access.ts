import type { IceServer } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { DirectRefusal } from "@shoal/contract/player";
import { isLinkOpen } from "@shoal/domain";
import type { Places } from "@shoal/places";
import { mayStillWatch } from "../playback/admission.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import { isDirect } from "../playback/direct-lives.ts";
import type { OwnerRightsCache } from "../playback/owner-rights.ts";
import type { VerifiedClaims } from "../playback/playback-token.ts";
import { hasPassed, isAccessUnchanged } from "../rules/rules-in-force.ts";
import { RulesInForceCache } from "../rules/rules-in-force-cache.ts";
import { peekOrRequest } from "../rules/watched-rules.ts";

export interface ViewerAccessOptions {
  descriptors: Descriptors;
  places: Pick<Places, "find">;
  /** The installation's ICE servers, for clients without their own. */
  iceServers: readonly IceServer[];
  ownerRights: Pick<OwnerRightsCache, "hasLost">;
}

/** The holder of a ticket, and their address. */
export interface TicketHolder {
  claims: VerifiedClaims;
  address: string;
}

/** Why a viewer gets no place in a room: access is denied, or the live has ended. */
export type AccessRefusal = Extract<DirectRefusal, "denied" | "over">;

/** Decides who may watch a direct live, by the same rules as for its segments. */
export class ViewerAccess {
  readonly #options: ViewerAccessOptions;
  readonly #inForce = new RulesInForceCache();
  constructor(options: ViewerAccessOptions) {
    this.#options = options;
  }

  /**
   * Checks whether the holder of a ticket may join.
   * @returns the ICE servers through which the viewer reaches the publishing page, or why access is denied.
   * @throws AppError "unavailable" while the api is unreachable and the result is not cached.
   */
  async admit(holder: TicketHolder): Promise<readonly IceServer[] | AccessRefusal> {
    const { uuid, linkUuid } = holder.claims;
    const { descriptors, iceServers } = this.#options;
    if (linkUuid !== undefined) await descriptors.links.find(linkUuid);
    const video = await descriptors.videos.find(uuid);
    if (!video) return "denied";
    // Viewers who were already admitted stay while the api is unreachable.
    const client = await descriptors.clients.find(video.clientId).catch(() => undefined);
    const refusal = this.findRefusal(holder);
    if (refusal) return refusal;
    if (!client) return iceServers;
    // The installation's servers are used if the client's set has been deleted in the meantime.
    return client.iceSets[this.#inForce.of({ video, client }).values.ice] ?? iceServers;
  }

  /**
   * Returns why the viewer must leave. Does not wait: data that is not cached is requested for the next call.
   * @returns undefined while the viewer may stay.
   */
  findRefusal(holder: TicketHolder): AccessRefusal | undefined {
    const { videos } = this.#options.descriptors;
    const { uuid, linkUuid } = holder.claims;
    if (videos.isGone(uuid) || this.#isLinkClosed(linkUuid)) return "denied";
    const video = peekOrRequest(videos, uuid);
    if (!video) return undefined;
    if (hasEndedForRoom(video)) return "over";
    return this.#isDenied(video, holder) ? "denied" : undefined;
  }

  #isDenied(video: PlaybackDescriptor, { claims, address }: TicketHolder): boolean {
    const { descriptors, places } = this.#options;
    if (!isPublishedDirectly(video) || video.generation !== claims.generation) return true;
    const { previewUserUuid, uuid } = claims;
    if (previewUserUuid !== undefined) return this.#options.ownerRights.hasLost(previewUserUuid, uuid);
    const client = peekOrRequest(descriptors.clients, video.clientId);
    if (!client) return false;
    const rules = this.#inForce.of({ video, client });
    const given = claims.access ?? "";
    if (isAccessUnchanged(given, rules)) return false;
    const isLocked = !hasPassed(given, rules);
    return isLocked || !mayStillWatch(rules, { address, place: places.find(address) });
  }

  /** Whether the live is known to have ended. */
  isGone(uuid: string): boolean {
    const { videos } = this.#options.descriptors;
    return videos.isGone(uuid) || peekOrRequest(videos, uuid)?.state === "deleted";
  }

  #isLinkClosed(linkUuid: string | undefined): boolean {
    if (linkUuid === undefined) return false;
    const { links } = this.#options.descriptors;
    const link = peekOrRequest(links, linkUuid);
    return links.isGone(linkUuid) || (link !== undefined && !isLinkOpen(link, Date.now()));
  }
}

/** Whether the live is published for direct viewers, or was until a moment ago. */
function isPublishedDirectly({ state, live }: PlaybackDescriptor): boolean {
  return state === "playable" && live !== undefined && isDirect(live);
}

/** Whether the room's live has ended: it has no publisher any more, even if its recording continues. */
function hasEndedForRoom({ state, live }: PlaybackDescriptor): boolean {
  return (state === "playable" || state === "waiting") && live?.isOver === true;
}
