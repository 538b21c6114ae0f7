import type { PlaySession } from "@shoal/contract";

/** What is shown of it beside the media: the same text while nothing of it has changed. */
export const shownOf = ({ title, chapters, player, theme, captions }: PlaySession): string =>
  JSON.stringify([title, chapters, player, theme, captions.map(({ url: _url, ...track }) => track)]);

/** How its media come: those that come in another way are played by another player. */
export const wayOf = ({ direct, live }: PlaySession) => (direct ? live?.delay : undefined);
