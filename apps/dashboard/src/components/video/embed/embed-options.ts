import type { VideoView } from "@shoal/contract";
import { directLinkOf, embedCodeOf, type FixedSize, linkCodeOf } from "@shoal/domain";

/** The options of an embedded player, as in its URL. */
export interface EmbedOptions {
  /** Whether to autoplay; null to use the video's setting. */
  autoplay: boolean | null;
  muted: boolean;
  /** The start position, in seconds; 0 for the beginning. */
  startSec: number;
  hasTitle: boolean;
  /** The fixed size; null to fill the width of the container. */
  size: FixedSize | null;
}

export const DEFAULT_EMBED_OPTIONS: EmbedOptions = {
  autoplay: null,
  muted: false,
  startSec: 0,
  hasTitle: true,
  size: null,
};

/** Adds the options to a player's URL, omitting defaults. */
export function urlWithOptions(address: string, options: EmbedOptions): string {
  const url = new URL(address);
  if (options.autoplay !== null) url.searchParams.set("autoplay", options.autoplay ? "1" : "0");
  if (options.muted) url.searchParams.set("muted", "1");
  if (options.startSec > 0) url.searchParams.set("start", String(options.startSec));
  if (!options.hasTitle) url.searchParams.set("title", "0");
  return url.href;
}

/** Returns the iframe code with these options. */
export function embedCodeWith(
  { embedUrl, title }: Pick<VideoView, "embedUrl" | "title">,
  options: EmbedOptions,
) {
  return embedCodeOf({ embedUrl: urlWithOptions(embedUrl, options), title }, options.size ?? undefined);
}

/** Returns the direct link with these options. */
export const directLinkWith = (video: Pick<VideoView, "embedUrl" | "uuid">, options: EmbedOptions): string =>
  urlWithOptions(directLinkOf(video), options);

interface SharedVideo {
  embedUrl: string;
  directUrl: string;
  video: { title: string };
}

/** Returns the iframe code of an export link with these options. */
export const exportEmbedCodeWith = (
  { embedUrl, video: { title } }: SharedVideo,
  options: EmbedOptions,
): string => linkCodeOf({ embedUrl: urlWithOptions(embedUrl, options), title }, options.size ?? undefined);

/** Returns the direct URL of an export link with these options. */
export const exportLinkWith = ({ directUrl }: SharedVideo, options: EmbedOptions): string =>
  urlWithOptions(directUrl, options);
