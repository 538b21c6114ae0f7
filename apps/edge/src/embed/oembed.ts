import { AppError } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { PLAYER_ALLOWANCES } from "@shoal/domain";
import { z } from "zod";
import type { PublicAddresses, PublicDetails } from "../playback/watchables.ts";
import { escapeHtml } from "./html.ts";
import { pictureSizeOf, scaleToFit, THUMBNAIL_SIZE } from "./picture-size.ts";

const PROVIDER_NAME = "Shoal";
/** The width of the player if the request sets no limit. */
const DEFAULT_WIDTH = 640;
const MAX_SIDE_PIXELS = 10_000;
const CACHE_LIFETIME_SEC = 300;
const UUID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const PAGE_PATH = new RegExp(
  `^/(?:(?:v|embed)/(?<video>${UUID_PATTERN})|x/(?<link>${UUID_PATTERN})(?:/embed)?)/?$`,
);

const maxSide = z
  .string()
  .regex(/^\d{1,5}$/, "must be a number of pixels")
  .transform(Number)
  .pipe(z.number().min(1).max(MAX_SIDE_PIXELS))
  .optional();

/** The query parameters of `/oembed`. */
export const OembedQuery = z.object({
  url: z.string().max(2_000),
  format: z.string().max(20).default("json"),
  maxwidth: maxSide,
  maxheight: maxSide,
});
export type OembedQuery = z.infer<typeof OembedQuery>;

/**
 * Parses the address of one of our pages into the video or export link that it shows.
 * @throws AppError "not_found" for any other address.
 */
export function parsePageAddress(url: string, publicUrl: string): { uuid: string; isLink: boolean } {
  const parsed = URL.parse(url);
  const found =
    parsed?.origin === new URL(publicUrl).origin ? PAGE_PATH.exec(parsed.pathname)?.groups : undefined;
  const uuid = found?.video ?? found?.link;
  if (uuid === undefined) throw new AppError("not_found", "No video at this URL");
  return { uuid, isLink: found?.link !== undefined };
}

/** Builds the response for a video in the format of https://oembed.com. */
export function createOembedAnswer(
  { title, durationSec, tracks }: PlaybackDescriptor,
  { maxwidth, maxheight }: Pick<OembedQuery, "maxwidth" | "maxheight">,
  {
    embedUrl,
    thumbnailUrl,
    publicUrl,
    published,
  }: Pick<PublicAddresses, "embedUrl" | "thumbnailUrl"> & { publicUrl: string; published: PublicDetails },
): object {
  const limits = {
    width: maxwidth ?? (maxheight ? MAX_SIDE_PIXELS : DEFAULT_WIDTH),
    height: maxheight ?? MAX_SIDE_PIXELS,
  };
  const size = scaleToFit(pictureSizeOf({ tracks }), limits);
  const source = escapeHtml(embedUrl);
  // The response omits private titles, because anyone can request it for any video. The iframe still needs a title for screen
  // readers.
  const isTitled = published !== "nothing";
  const frameTitle = escapeHtml(isTitled ? title : PROVIDER_NAME);
  const attributes = `src="${source}" width="${size.width}" height="${size.height}" title="${frameTitle}"`;
  // The standard's size limits also apply to pictures. They exist in only one size.
  const hasPicture =
    thumbnailUrl !== null &&
    THUMBNAIL_SIZE.width <= (maxwidth ?? MAX_SIDE_PIXELS) &&
    THUMBNAIL_SIZE.height <= (maxheight ?? MAX_SIDE_PIXELS);
  const thumbnail = {
    thumbnail_url: thumbnailUrl,
    thumbnail_width: THUMBNAIL_SIZE.width,
    thumbnail_height: THUMBNAIL_SIZE.height,
  };
  return {
    type: "video",
    version: "1.0",
    ...(isTitled ? { title } : {}),
    provider_name: PROVIDER_NAME,
    provider_url: publicUrl,
    cache_age: CACHE_LIFETIME_SEC,
    ...size,
    html: `<iframe ${attributes} style="border:0" allow="${PLAYER_ALLOWANCES}"></iframe>`,
    ...(hasPicture ? thumbnail : {}),
    ...(durationSec === null || published !== "all" ? {} : { duration: Math.round(durationSec) }),
  };
}
