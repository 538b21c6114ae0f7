import { AppError, DEFAULT_THEME, type PlayTheme } from "@shoal/contract";
import type { ClientDescriptor, ExportLinkDescriptor, PlaybackDescriptor } from "@shoal/contract/edge";
import { admitsEveryone, isLinkOpen, isToStart, linkAddressesOf, playThemeOf } from "@shoal/domain";
import { pictureVersion } from "@shoal/domain/picture-version";
import { isOpenToEveryone, type RulesInForce } from "../rules/rules-in-force.ts";
import { rulesOfVideo } from "../rules/watched-rules.ts";
import type { Descriptors } from "./descriptors.ts";

/** What a viewer requests: a video by its uuid, or through an export link. */
export interface Watchable {
  /** The id that the viewer requested. Responses about the video use this id. */
  id: string;
  link: ExportLinkDescriptor | null;
  video: PlaybackDescriptor;
  theme: PlayTheme;
  /** The rules in force for the video. */
  rules: RulesInForce;
  /** The client's settings; undefined if the client is unknown. */
  client: ClientDescriptor | undefined;
}

/** The addresses of a video's or link's page, embedded player and thumbnail. */
export interface PublicAddresses {
  pageUrl: string;
  embedUrl: string;
  /** The address of the public picture, which changes when the picture is replaced; null if there is no picture. */
  thumbnailUrl: string | null;
}

/** Whether anyone may watch a video now, on any page. */
export const isOpenToAll = ({ rules, link }: Pick<Watchable, "rules" | "link">): boolean =>
  isOpenToEveryone(rules) && (link?.sites.length ?? 0) === 0;

export type PublicDetails = "all" | "announced" | "nothing";

/**
 * Returns what the public, link previews and oEmbed may learn about a watchable:
 * - `all` if everyone can watch, now or once it is prepared or on air;
 * - `announced` before the start of such a video: its title, as shown by the countdown;
 * - `nothing` if a rule, a password or the sites of a link can block viewers, or if there is nothing to watch.
 */
export function publicDetailsOf({ video, rules, link }: Watchable): PublicDetails {
  const isRestricted = video.passwordHash !== null || !admitsEveryone(rules) || (link?.sites.length ?? 0) > 0;
  if (isRestricted || video.state === "error" || video.state === "deleted") return "nothing";
  return isToStart(video.startsAt, Date.now()) ? "announced" : "all";
}

/** Returns the addresses sent to viewers. For an export link, they contain only the link and not the video's uuid. */
export function addressesOf(watchable: Watchable, publicUrl: string): PublicAddresses {
  const { id, link, video, rules } = watchable;
  const isShown = video.hasSentThumbnail === true || isOpenToAll(watchable);
  const withVersion = (url: string) =>
    // A picture set by a rule takes precedence over the picture of the video.
    rules.values.thumbnailURL || (isShown ? versionOf(video, url) : null);
  if (!link)
    return {
      pageUrl: `${publicUrl}/v/${id}`,
      embedUrl: `${publicUrl}/embed/${id}`,
      thumbnailUrl: withVersion(`${publicUrl}/thumbnails/${id}`),
    };
  const { embedUrl, directUrl } = linkAddressesOf(publicUrl, id);
  return { pageUrl: directUrl, embedUrl, thumbnailUrl: withVersion(`${directUrl}/thumbnail`) };
}

/** Returns the versioned address of the video's picture; null if there is none. @param url the address without a version. */
export const versionOf = (
  { thumbnailObject }: Pick<PlaybackDescriptor, "thumbnailObject">,
  url: string,
): string | null => (thumbnailObject === null ? null : `${url}?v=${pictureVersion(thumbnailObject)}`);

/** Looks up the subjects that viewers request. */
export class Watchables {
  readonly #descriptors: Descriptors;
  constructor(descriptors: Descriptors) {
    this.#descriptors = descriptors;
  }

  /**
   * Finds a video and its rules by uuid.
   * @throws AppError "video_not_found", "unavailable"
   */
  async getVideo(uuid: string): Promise<Watchable> {
    const video = requireExisting(await this.#descriptors.videos.find(uuid));
    return { id: uuid, link: null, video, ...(await this.#ownedBy(video)) };
  }

  /**
   * Finds the video of an export link and its rules.
   * @throws AppError "not_found" (no such link), "link_expired" (paused or ended), "video_not_found", "unavailable"
   */
  async getLinked(linkUuid: string): Promise<Watchable> {
    const link = requireOpen(await this.#descriptors.links.find(linkUuid));
    const video = requireExisting(await this.#descriptors.videos.find(link.videoUuid));
    return { id: linkUuid, link, video, ...(await this.#ownedBy(video)) };
  }

  /** Loads the client's colours and rules. Throws if they are unavailable, because viewers can only be admitted with them. */
  async #ownedBy(video: PlaybackDescriptor): Promise<Pick<Watchable, "theme" | "rules" | "client">> {
    const client = await this.#descriptors.clients.find(video.clientId);
    const theme = playThemeOf(client?.theme ?? DEFAULT_THEME);
    return { theme, rules: rulesOfVideo(video, client), client };
  }
}

/**
 * Requires an export link that is open.
 * @throws AppError "not_found", "link_expired"
 */
export function requireOpen(link: ExportLinkDescriptor | undefined): ExportLinkDescriptor {
  if (!link) throw new AppError("not_found", "No such link");
  if (!isLinkOpen(link, Date.now())) throw new AppError("link_expired", "This link is paused or has ended");
  return link;
}

/**
 * Requires a video that exists.
 * @throws AppError "video_not_found"
 */
export function requireExisting(descriptor: PlaybackDescriptor | undefined): PlaybackDescriptor {
  if (!descriptor || descriptor.state === "deleted") throw new AppError("video_not_found", "No such video");
  return descriptor;
}
