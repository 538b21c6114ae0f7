import type { VideoView } from "@shoal/contract";
import { directLinkOf, embedCodeOf, type FixedSize, linkCodeOf } from "@shoal/domain";

/** Options of an embedded player. */
export interface EmbedOptions {
  /** Null for as the video is set. */
  autoplay: boolean | null;
  muted: boolean;
  /** The start position, in seconds; 0 for the beginning. */
  startSec: number;
  hasTitle: boolean;
  /** Null for one that is as wide as its place in the page. */
  size: FixedSize | null;
}

export const PLAIN_EMBED: EmbedOptions = {
  autoplay: null,
  muted: false,
  startSec: 0,
  hasTitle: true,
  size: null,
};

/** Adds these options to a player's address, omitting defaults. */
export function addressWith(address: string, options: EmbedOptions): string {
  const url = new URL(address);
  if (options.autoplay !== null) url.searchParams.set("autoplay", options.autoplay ? "1" : "0");
  if (options.muted) url.searchParams.set("muted", "1");
  if (options.startSec > 0) url.searchParams.set("start", String(options.startSec));
  if (!options.hasTitle) url.searchParams.set("title", "0");
  return url.href;
}

/** The iframe code with these options. */
export function codeWith({ embedUrl, title }: Pick<VideoView, "embedUrl" | "title">, options: EmbedOptions) {
  return embedCodeOf({ embedUrl: addressWith(embedUrl, options), title }, options.size ?? undefined);
}

/** The direct link with these options. */
export const linkWith = (video: Pick<VideoView, "embedUrl" | "uuid">, options: EmbedOptions): string =>
  addressWith(directLinkOf(video), options);

interface Shared {
  embedUrl: string;
  directUrl: string;
  video: { title: string };
}

/** The iframe code of an export link with these options. */
export const linkEmbedWith = ({ embedUrl, video: { title } }: Shared, options: EmbedOptions): string =>
  linkCodeOf({ embedUrl: addressWith(embedUrl, options), title }, options.size ?? undefined);

/** The direct address of an export link with these options. */
export const linkAddressWith = ({ directUrl }: Shared, options: EmbedOptions): string =>
  addressWith(directUrl, options);
