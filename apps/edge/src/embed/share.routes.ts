import { AppError } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { NEUTRAL_PICTURE_PATH } from "../media/neutral-picture.ts";
import { parseOrRefuse } from "../platform/parse.ts";
import {
  addressesOf,
  isOpenToAll,
  type PublicAddresses,
  publicDetailsOf,
  type Watchable,
  type Watchables,
} from "../playback/watchables.ts";
import { createOembedAnswer, OembedQuery, parsePageAddress } from "./oembed.ts";
import { addShareTags } from "./share-tags.ts";

export interface ShareOptions {
  watchables: Watchables;
  publicUrl: string;
}

/**
 * `GET /oembed?url=…`: how to embed a video. As the standard requires, it responds 404 if there is no video, 401 if the video is
 * not public, and 501 for an unsupported format.
 */
export function registerOembed(app: FastifyInstance, { watchables, publicUrl }: ShareOptions): void {
  app.get("/oembed", async (req, reply) => {
    const query = parseOrRefuse(OembedQuery, req.query);
    if (query.format !== "json") throw new AppError("format_not_supported", "Only format=json is supported");
    const watchable = await findSubject(watchables, query.url, publicUrl);
    const { video } = watchable;
    if (video.state === "error") throw new AppError("video_not_found", "No such video");
    if (video.passwordHash !== null)
      throw new AppError("playback_password_required", "This video requires a password");
    return reply.header("cache-control", "public, max-age=300").send(
      createOembedAnswer(video, query, {
        ...cardAddressesOf(watchable, publicUrl),
        publicUrl,
        published: publicDetailsOf(watchable),
      }),
    );
  });
}

/** Finds the video or link of an address. A paused or expired link counts as missing. */
async function findSubject(watchables: Watchables, url: string, publicUrl: string): Promise<Watchable> {
  const { uuid, isLink } = parsePageAddress(url, publicUrl);
  if (!isLink) return watchables.getVideo(uuid);
  return watchables.getLinked(uuid).catch((error: unknown) => {
    const isOver = error instanceof AppError && error.code === "link_expired";
    throw isOver ? new AppError("not_found", "No video at this URL") : error;
  });
}

/**
 * Adds metadata for other sites to the page of a direct link. Returns the plain page if the video does not exist, or while the
 * api is unreachable.
 */
export async function addSharing(
  page: string,
  get: () => Promise<Watchable>,
  { publicUrl }: Pick<ShareOptions, "publicUrl">,
): Promise<string> {
  const watchable = await get().catch(() => undefined);
  if (!watchable) return page;
  const published = publicDetailsOf(watchable);
  if (watchable.video.state === "error") return page;
  const isPublic = isPublicWatchable(watchable);
  return addShareTags(page, watchable.video, {
    ...cardAddressesOf(watchable, publicUrl),
    publicUrl,
    published,
    isPublic,
    isListed: isListed(watchable),
  });
}

/**
 * Whether search engines may list a page: everyone may watch its video, the client allows search engines, and the page does not
 * belong to an export link, since search results would outlive the link.
 */
export const isListed = (watchable: Watchable): boolean =>
  isPublicWatchable(watchable) && watchable.link === null && watchable.client?.isIndexed !== false;

const isPublicWatchable = (watchable: Watchable) =>
  watchable.video.state === "playable" && isOpenToAll(watchable);

/** Returns the addresses for link previews. Previews are public, so a neutral picture replaces the frame of a restricted video. */
export function cardAddressesOf(watchable: Watchable, publicUrl: string): PublicAddresses {
  const { thumbnailUrl, ...pages } = addressesOf(watchable, publicUrl);
  const neutralUrl = isOpenToAll(watchable) ? null : publicUrl + NEUTRAL_PICTURE_PATH;
  return { ...pages, thumbnailUrl: thumbnailUrl ?? neutralUrl };
}
