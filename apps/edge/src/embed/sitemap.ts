import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PublicAddresses } from "../playback/watchables.ts";
import { escapeHtml } from "./html.ts";
import { summaryOf } from "./share-tags.ts";

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const SITEMAP_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const VIDEO_NAMESPACE = "http://www.google.com/schemas/sitemap-video/1.1";
/**
 * The longest duration that search engines accept:
 * https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
 */
const MAX_DURATION_SEC = 28_800;
/** Characters that XML 1.0 does not allow: control characters, halves of surrogate pairs, and two non-characters. */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export interface ListedVideo {
  video: PlaybackDescriptor;
  addresses: PublicAddresses;
}

/** Writes the sitemap of videos' pages, in the format of https://www.sitemaps.org and Google's extension for videos. */
export function sitemapOf(videos: readonly ListedVideo[]): string {
  const entries = videos.map(formatUrlEntry).join("");
  return `${XML_DECLARATION}\n<urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:video="${VIDEO_NAMESPACE}">\n${entries}</urlset>\n`;
}

/** Writes the index of a long sitemap. @param addresses the URLs of its pages. */
export function sitemapIndexOf(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<sitemap>${formatTag("loc", address)}</sitemap>\n`).join("");
  return `${XML_DECLARATION}\n<sitemapindex xmlns="${SITEMAP_NAMESPACE}">\n${entries}</sitemapindex>\n`;
}

/**
 * Writes a video's entry. A video without a picture is listed as a plain page, because search engines reject video entries without
 * one.
 */
function formatUrlEntry({ video, addresses: { pageUrl, embedUrl, thumbnailUrl } }: ListedVideo): string {
  const loc = formatTag("loc", pageUrl);
  if (thumbnailUrl === null) return `<url>${loc}</url>\n`;
  const durationSec = Math.round(video.durationSec ?? 0);
  const parts = [
    formatTag("video:thumbnail_loc", thumbnailUrl),
    formatTag("video:title", video.title),
    formatTag("video:description", summaryOf(video)),
    formatTag("video:player_loc", embedUrl),
    ...(durationSec >= 1 && durationSec <= MAX_DURATION_SEC
      ? [formatTag("video:duration", String(durationSec))]
      : []),
    formatTag("video:publication_date", video.startsAt ?? video.createdAt),
  ];
  return `<url>${loc}<video:video>${parts.join("")}</video:video></url>\n`;
}

const formatTag = (name: string, text: string) =>
  `<${name}>${escapeHtml(text.replaceAll(FORBIDDEN_CHARACTERS, ""))}</${name}>`;
