import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PublicAddresses } from "../playback/watchables.ts";
import { escapeHtml } from "./html.ts";
import { summaryOf } from "./share-tags.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9";
const VIDEOS = "http://www.google.com/schemas/sitemap-video/1.1";
/**
 * The longest duration that search engines accept:
 * https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
 */
const DURATION_MAX_SEC = 28_800;
/** Characters that XML 1.0 does not allow: control characters, halves of surrogate pairs, and two non-characters. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export interface ListedVideo {
  video: PlaybackDescriptor;
  addresses: PublicAddresses;
}

/** Writes the sitemap of videos' pages, in the format of https://www.sitemaps.org and Google's extension for videos. */
export function sitemapOf(videos: readonly ListedVideo[]): string {
  const entries = videos.map(urlOf).join("");
  return `${HEAD}\n<urlset xmlns="${SITEMAPS}" xmlns:video="${VIDEOS}">\n${entries}</urlset>\n`;
}

/** Writes the index of a long sitemap. @param addresses the URLs of its pages. */
export function sitemapIndexOf(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<sitemap>${tag("loc", address)}</sitemap>\n`).join("");
  return `${HEAD}\n<sitemapindex xmlns="${SITEMAPS}">\n${entries}</sitemapindex>\n`;
}

/** Writes a video's entry. Search engines reject video entries without a picture: such a video is listed as a plain page. */
function urlOf({ video, addresses: { pageUrl, embedUrl, thumbnailUrl } }: ListedVideo): string {
  const loc = tag("loc", pageUrl);
  if (thumbnailUrl === null) return `<url>${loc}</url>\n`;
  const durationSec = Math.round(video.durationSec ?? 0);
  const parts = [
    tag("video:thumbnail_loc", thumbnailUrl),
    tag("video:title", video.title),
    tag("video:description", summaryOf(video)),
    tag("video:player_loc", embedUrl),
    ...(durationSec >= 1 && durationSec <= DURATION_MAX_SEC
      ? [tag("video:duration", String(durationSec))]
      : []),
    tag("video:publication_date", video.startsAt ?? video.createdAt),
  ];
  return `<url>${loc}<video:video>${parts.join("")}</video:video></url>\n`;
}

const tag = (name: string, text: string) =>
  `<${name}>${escapeHtml(text.replaceAll(FORBIDDEN, ""))}</${name}>`;
