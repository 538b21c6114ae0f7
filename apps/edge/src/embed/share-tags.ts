import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { PLAY_PICTURE_PATH } from "../media/neutral-picture.ts";
import type { PublicAddresses, PublicDetails } from "../playback/watchables.ts";
import { escapeHtml, jsonForScript } from "./html.ts";
import { pictureSizeOf, THUMBNAIL_SIZE } from "./picture-size.ts";

/** The maximum length of descriptions, since pages that show a link truncate longer ones anyway. */
const MAX_DESCRIPTION_CHARS = 300;
const SITE_NAME = "Shoal";
const NO_INDEX_TAG = '<meta name="robots" content="noindex" />';

/**
 * Adds metadata for other sites and search engines to the player page: OpenGraph, Twitter card, JSON-LD and the oEmbed address.
 * Search engines are told not to list videos that are not public, and cards do not contain their player.
 * @param page the built page; its title and its `noindex` are replaced.
 */
export function addShareTags(page: string, video: PlaybackDescriptor, options: ShareOptions): string {
  const title = `<title>${escapeHtml(titleOf(video, options))}</title>`;
  const tags = listTags(video, options).join("\n    ");
  return page
    .replace(/<title>[^<]*<\/title>/, () => title)
    .replace(NO_INDEX_TAG, () => (options.isListed ? "" : NO_INDEX_TAG))
    .replace("</head>", () => `  ${tags}\n  </head>`);
}

export interface ShareOptions extends PublicAddresses {
  publicUrl: string;
  published: PublicDetails;
  /** Whether anyone may watch the video now. */
  isPublic: boolean;
  /** Whether search engines may list the page. */
  isListed: boolean;
}

function listTags(video: PlaybackDescriptor, options: ShareOptions): string[] {
  const { publicUrl, pageUrl, isListed } = options;
  const oembed = `${publicUrl}/oembed?format=json&url=${encodeURIComponent(pageUrl)}`;
  const jsonLd = jsonLdOf(video, options);
  const properties = { ...openGraphOf(video, options), ...twitterOf(video, options) };
  return [
    `<link rel="canonical" href="${escapeHtml(pageUrl)}" />`,
    ...(video.passwordHash === null
      ? [
          `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(titleOf(video, options))}" />`,
        ]
      : []),
    ...(options.published === "all"
      ? [`<meta name="description" content="${escapeHtml(summaryOf(video))}" />`]
      : []),
    ...Object.entries(properties).map(([name, content]) => {
      const key = name.startsWith("twitter:") ? "name" : "property";
      return `<meta ${key}="${name}" content="${escapeHtml(content)}" />`;
    }),
    ...(isListed && jsonLd ? [`<script type="application/ld+json">${jsonForScript(jsonLd)}</script>`] : []),
  ];
}

/** The picture of the card. Cards require one, so a video without a picture gets a drawn triangle. */
const cardPictureOf = ({ thumbnailUrl, publicUrl }: ShareOptions): string =>
  thumbnailUrl ?? publicUrl + PLAY_PICTURE_PATH;

/** Returns the published title, or the site's name if the title is confidential. */
const titleOf = ({ title }: PlaybackDescriptor, { published }: Pick<ShareOptions, "published">): string =>
  published === "nothing" ? SITE_NAME : title;

function openGraphOf(video: PlaybackDescriptor, options: ShareOptions): Record<string, string> {
  const { pageUrl, embedUrl, isPublic, published } = options;
  const { width, height } = pictureSizeOf(video);
  return {
    "og:site_name": SITE_NAME,
    "og:type": "video.other",
    "og:url": pageUrl,
    "og:title": titleOf(video, options),
    ...(published === "all" ? { "og:description": summaryOf(video) } : {}),
    "og:image": cardPictureOf(options),
    "og:image:width": String(THUMBNAIL_SIZE.width),
    "og:image:height": String(THUMBNAIL_SIZE.height),
    ...(isPublic
      ? {
          "og:video:url": embedUrl,
          "og:video:type": "text/html",
          "og:video:width": String(width),
          "og:video:height": String(height),
        }
      : {}),
  };
}

function twitterOf(video: PlaybackDescriptor, options: ShareOptions): Record<string, string> {
  const { embedUrl, isPublic, published } = options;
  const { width, height } = pictureSizeOf(video);
  const card = {
    "twitter:title": titleOf(video, options),
    ...(published === "all" ? { "twitter:description": summaryOf(video) } : {}),
    "twitter:image": cardPictureOf(options),
  };
  if (!isPublic) return { "twitter:card": "summary_large_image", ...card };
  return {
    "twitter:card": "player",
    ...card,
    "twitter:player": embedUrl,
    "twitter:player:width": String(width),
    "twitter:player:height": String(height),
  };
}

/**
 * Returns the video as structured data.
 * @returns undefined if there is no picture: search engines reject videos without one.
 */
function jsonLdOf(
  video: PlaybackDescriptor,
  { pageUrl, embedUrl, thumbnailUrl }: PublicAddresses,
): object | undefined {
  if (thumbnailUrl === null) return undefined;
  const { title, createdAt, startsAt, durationSec, chapters } = video;
  return {
    "@context": "https://schema.org",
    "@type": "VideoObject",
    name: title,
    description: summaryOf(video),
    uploadDate: startsAt ?? createdAt,
    url: pageUrl,
    embedUrl,
    thumbnailUrl: [thumbnailUrl],
    // A duration of zero is invalid, so the value is at least one second.
    ...(durationSec === null ? {} : { duration: `PT${Math.max(1, Math.round(durationSec))}S` }),
    ...(chapters.length === 0 ? {} : { hasPart: chapters.map((_, index) => clipOf(video, index, pageUrl)) }),
  };
}

/** Describes a chapter, which search engines show below the video. */
function clipOf({ chapters, durationSec }: PlaybackDescriptor, index: number, pageUrl: string): object {
  const { title, startSec } = chapters[index] ?? { title: "", startSec: 0 };
  const endSec = chapters[index + 1]?.startSec ?? durationSec;
  return {
    "@type": "Clip",
    name: title,
    startOffset: startSec,
    ...(endSec === null ? {} : { endOffset: endSec }),
    url: `${pageUrl}?t=${startSec}`,
  };
}

/** Returns the description in one line, or the title if there is no description. */
export function summaryOf({ description, title }: PlaybackDescriptor): string {
  const line = description.replaceAll(/\s+/g, " ").trim() || title;
  return line.length <= MAX_DESCRIPTION_CHARS
    ? line
    : `${line.slice(0, MAX_DESCRIPTION_CHARS - 1).trimEnd()}…`;
}
