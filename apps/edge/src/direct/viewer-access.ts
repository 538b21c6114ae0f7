import type { IceServer, PlaybackDescriptor } from "@shoal/contract";
import { isLinkOpen } from "@shoal/domain";
import type { Places } from "@shoal/places";
import { mayStillWatch } from "../playback/admission.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import { isDirect } from "../playback/direct-lives.ts";
import type { VerifiedClaims } from "../playback/playback-token.ts";
import { hasPassed, isAsGiven } from "../rules/rules-in-force.ts";
import { RulesInForceMemory } from "../rules/rules-in-force-memory.ts";
import { peekOrAsk } from "../rules/watched-rules.ts";

export interface ViewerAccessOptions {
  descriptors: Descriptors;
  places: Pick<Places, "find">;
  /** Where a client has none of its own. */
  iceServers: readonly IceServer[];
}

/** Who came with a ticket, from where. */
export interface TicketHolder {
  claims: VerifiedClaims;
  address: string;
}

/** Decides who may watch a live without delay, by the rules that hold for its segments too. */
export class ViewerAccess {
  readonly #options: ViewerAccessOptions;
  readonly #inForce = new RulesInForceMemory();
  constructor(options: ViewerAccessOptions) {
    this.#options = options;
  }

  /**
   * @returns the servers with which he reaches the page that films; undefined when he may not watch.
   * @throws AppError "unavailable" while the api is away and knows alone.
   */
  async admit(holder: TicketHolder): Promise<readonly IceServer[] | undefined> {
    const { uuid, linkUuid } = holder.claims;
    const { descriptors, iceServers } = this.#options;
    if (linkUuid !== undefined) await descriptors.links.find(linkUuid);
    const video = await descriptors.videos.find(uuid);
    if (!video) return undefined;
    // While the api is away, who was let in stays.
    const client = await descriptors.clients.find(video.clientId).catch(() => undefined);
    if (this.isDenied(holder)) return undefined;
    if (!client) return iceServers;
    // A set that was deleted since leaves the platform's.
    return client.iceSets[this.#inForce.of({ video, client }).values.ice] ?? iceServers;
  }

  /** Whether he may not any more, without waiting: what is not known is asked for, so that the next time tells. */
  isDenied({ claims, address }: TicketHolder): boolean {
    const { descriptors, places } = this.#options;
    const { videos, clients } = descriptors;
    if (videos.isGone(claims.uuid) || this.#isLinkClosed(claims.linkUuid)) return true;
    const video = peekOrAsk(videos, claims.uuid);
    if (!video) return false;
    if (!isRunning(video) || video.generation !== claims.generation) return true;
    const client = peekOrAsk(clients, video.clientId);
    if (!client) return false;
    const rules = this.#inForce.of({ video, client });
    const given = claims.access ?? "";
    if (isAsGiven(given, rules)) return false;
    const isLocked = !hasPassed(given, rules);
    return isLocked || !mayStillWatch(rules, { address, place: places.find(address) });
  }

  /** Whether there is no such live any more, as far as is known. */
  isGone(uuid: string): boolean {
    const { videos } = this.#options.descriptors;
    return videos.isGone(uuid) || peekOrAsk(videos, uuid)?.state === "deleted";
  }

  #isLinkClosed(linkUuid: string | undefined): boolean {
    if (linkUuid === undefined) return false;
    const { links } = this.#options.descriptors;
    const link = peekOrAsk(links, linkUuid);
    return links.isGone(linkUuid) || (link !== undefined && !isLinkOpen(link, Date.now()));
  }
}

/** Somebody films it, or did until a moment ago, for viewers without delay. */
function isRunning({ state, live }: PlaybackDescriptor): boolean {
  return state === "playable" && live !== undefined && !live.isOver && isDirect(live);
}
