/** The chapters of the documentation and their pages, in reading order. */
export const CHAPTERS = {
  start: ["first-steps", "plain-html", "react", "troubleshooting"],
  players: [
    "hls-js",
    "shaka",
    "dash-js",
    "video-js",
    "safari",
    "clappr",
    "jw-player",
    "theoplayer",
    "bitmovin",
    "flowplayer",
  ],
  reference: ["options", "collections", "sites", "streaming-tokens", "metrics", "errors", "versions"],
  api: [
    "first-upload",
    "delegated-upload",
    "lives",
    "analytics-search",
    "webhooks",
    "api-calls",
    "api-errors",
    "stability",
  ],
  site: ["csp", "privacy"],
  tools: ["visualization", "embed", "projects"],
} as const;

export type ChapterId = keyof typeof CHAPTERS;
export type PageId = (typeof CHAPTERS)[ChapterId][number];

export interface PageAddress {
  chapter: ChapterId;
  page: PageId;
}

/** The address of every page with its chapter, in reading order. */
export const PAGE_ADDRESSES: readonly [PageAddress, ...PageAddress[]] = Object.entries(CHAPTERS).flatMap(
  ([chapter, pages]) => pages.map((page) => ({ chapter, page })),
) as [PageAddress, ...PageAddress[]];

export const pathOf = ({ chapter, page }: PageAddress): string => `/doc/${chapter}/${page}`;

/** Finds the page of a URL. By default, returns the first page of the chapter, or of the documentation. */
export function findPageAddress(main: string | undefined, sub: string | undefined): PageAddress | undefined {
  if (main === undefined) return PAGE_ADDRESSES[0];
  return PAGE_ADDRESSES.find(({ chapter, page }) => chapter === main && (sub === undefined || page === sub));
}

/** Returns the previous and next page. */
export function neighboursOf(place: PageAddress): {
  before: PageAddress | undefined;
  after: PageAddress | undefined;
} {
  const at = PAGE_ADDRESSES.findIndex(({ page }) => page === place.page);
  return { before: PAGE_ADDRESSES[at - 1], after: PAGE_ADDRESSES[at + 1] };
}
