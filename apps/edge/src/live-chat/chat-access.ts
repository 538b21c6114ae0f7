import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { LiveChatDenial } from "@shoal/contract/player";
import { isLinkOpen } from "@shoal/domain";
import type { Places } from "@shoal/places";
import { mayStillWatch } from "../playback/admission.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import type { OwnerRightsCache } from "../playback/owner-rights.ts";
import type { VerifiedClaims } from "../playback/playback-token.ts";
import { hasPassed, isAccessUnchanged } from "../rules/rules-in-force.ts";
import { RulesInForceCache } from "../rules/rules-in-force-cache.ts";
import { peekOrRequest, rulesOfVideo } from "../rules/watched-rules.ts";

interface ChatAccessOptions {
  descriptors: Descriptors;
  places: Pick<Places, "find">;
  ownerRights: Pick<OwnerRightsCache, "hasLost">;
}

/** The holder of a ticket, and their address. */
export interface ChatTicketHolder {
  claims: VerifiedClaims;
  address: string;
}

/** Decides who can read and write a video's chat, by the same rules as for watching the video. */
export class ChatAccess {
  readonly #options: ChatAccessOptions;
  readonly #inForce = new RulesInForceCache();
  constructor(options: ChatAccessOptions) {
    this.#options = options;
  }

  /**
   * Loads the video and its rules, and applies them.
   * @returns the video, or why access is denied.
   * @throws AppError "unavailable" if only the api knows and it is unreachable.
   */
  async admit(
    holder: ChatTicketHolder,
    mode: "live" | "replay",
  ): Promise<PlaybackDescriptor | LiveChatDenial> {
    const { uuid, linkUuid } = holder.claims;
    const { descriptors } = this.#options;
    if (linkUuid !== undefined) await descriptors.links.find(linkUuid);
    const video = await descriptors.videos.find(uuid);
    if (!video) return "denied";
    await descriptors.clients.find(video.clientId);
    return this.findDenial(holder, mode) ?? video;
  }

  /**
   * Returns why the viewer must leave. Does not wait: data that is not cached is requested for the next call.
   * @returns undefined as long as the viewer may stay.
   */
  findDenial(
    { claims, address }: ChatTicketHolder,
    mode: "live" | "replay",
  ): Extract<LiveChatDenial, "denied" | "off"> | undefined {
    const { descriptors, places, ownerRights } = this.#options;
    const { uuid, linkUuid, previewUserUuid } = claims;
    if (descriptors.videos.isGone(uuid) || this.#isLinkClosed(linkUuid)) return "denied";
    const video = peekOrRequest(descriptors.videos, uuid);
    if (!video) return undefined;
    if (video.state === "deleted") return "denied";
    if (video.chat?.mode !== mode) return "off";
    if (previewUserUuid !== undefined)
      return ownerRights.hasLost(previewUserUuid, uuid) ? "denied" : undefined;
    const client = peekOrRequest(descriptors.clients, video.clientId);
    if (!client && !descriptors.clients.isGone(video.clientId)) return undefined;
    const rules = client ? this.#inForce.of({ video, client }) : rulesOfVideo(video, client);
    const given = claims.access ?? "";
    if (isAccessUnchanged(given, rules)) return undefined;
    const isStill = hasPassed(given, rules) && mayStillWatch(rules, { address, place: places.find(address) });
    return isStill ? undefined : "denied";
  }

  #isLinkClosed(linkUuid: string | undefined): boolean {
    if (linkUuid === undefined) return false;
    const { links } = this.#options.descriptors;
    const link = peekOrRequest(links, linkUuid);
    return links.isGone(linkUuid) || (link !== undefined && !isLinkOpen(link, Date.now()));
  }
}
