import type { PlaySession } from "@shoal/contract/player";

/** What is shown of it beside the media: the same text while nothing of it has changed. */
export const shownOf = ({ title, chapters, player, theme, captions }: PlaySession): string =>
  JSON.stringify([title, chapters, player, theme, captions.map(({ url: _url, ...track }) => track)]);

/**
 * How its media come: what comes in another way begins anew. A video may play as a live, and be a video again; viewers of a live
 * may be without delay.
 */
export const wayOf = ({ direct, live }: PlaySession) => live && (direct ? live.delay : "yes");
