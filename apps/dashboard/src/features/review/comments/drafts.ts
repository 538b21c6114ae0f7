import { CreateComment } from "@shoal/contract";

/** Of one browser: the oldest make room. */
const DRAFTS_MAX_COUNT = 20;
const PREFIX = "shoal.reviewDraft.";

/** What somebody has written and not sent yet; its uuid is that of the comment that it becomes: sent twice, it is there once. */
export type Draft = Pick<CreateComment, "uuid" | "text" | "frame" | "endFrame" | "isInternal" | "drawing">;

interface Kept {
  comment: unknown;
  savedAtMs: number;
}

/** Of the reader, so that another user of the browser does not find it; a reply has a draft of its own. */
export const draftKey = (place: {
  user: string;
  project: string;
  version: number;
  parent?: string;
}): string =>
  `${PREFIX}${[place.user, place.project, place.version, place.parent ?? "new"].map(encodeURIComponent).join("/")}`;

/** @returns undefined for what no version of the page would send. */
export const readDraft = (key: string): Draft | undefined =>
  CreateComment.safeParse(readKept(key)?.comment).data;

function readKept(key: string): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param draft undefined removes it. A browser without room for it keeps it until the page is closed. */
export function writeDraft(key: string, draft: Draft | undefined): void {
  try {
    if (!draft) {
      localStorage.removeItem(key);
      return;
    }
    localStorage.setItem(key, JSON.stringify({ comment: draft, savedAtMs: Date.now() } satisfies Kept));
    removeOldest(key);
  } catch {
    // Private windows and full storages keep nothing.
  }
}

function removeOldest(newest: string): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== newest);
  const excess = keys.length + 1 - DRAFTS_MAX_COUNT;
  if (excess <= 0) return;
  const byAge = keys
    .map((key) => ({ key, atMs: Number(readKept(key)?.savedAtMs ?? 0) }))
    .sort((one, other) => one.atMs - other.atMs);
  for (const { key } of byAge.slice(0, excess)) localStorage.removeItem(key);
}
