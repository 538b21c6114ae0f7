import { Drawing } from "@shoal/contract";
import { z } from "zod";

/** Of one browser: the oldest make room. */
const DRAFTS_MAX_COUNT = 20;
const PREFIX = "shoal.reviewDraft.";

const Frame = z.number().int().min(0);
const Draft = z.object({
  /** Of the comment that it becomes: sent twice, it is there once. */
  uuid: z.uuid(),
  text: z.string(),
  place: z.object({ frame: Frame, endFrame: Frame.nullable() }).nullable(),
  isInternal: z.boolean(),
  drawing: Drawing.nullable(),
  savedAtMs: z.number(),
});
/** What somebody has written and not sent yet. */
export type Draft = z.infer<typeof Draft>;

/** Of the reader, so that another user of the browser does not find it; a reply has a draft of its own. */
export const draftKey = (place: {
  user: string;
  project: string;
  version: number;
  parent?: string;
}): string =>
  `${PREFIX}${[place.user, place.project, place.version, place.parent ?? "new"].map(encodeURIComponent).join("/")}`;

export function readDraft(key: string): Draft | undefined {
  try {
    return Draft.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}

/** @param draft undefined removes it. A browser without room for it keeps it until the page is closed. */
export function writeDraft(key: string, draft: Omit<Draft, "savedAtMs"> | undefined): void {
  try {
    if (!draft) {
      localStorage.removeItem(key);
      return;
    }
    localStorage.setItem(key, JSON.stringify({ ...draft, savedAtMs: Date.now() }));
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
    .map((key) => ({ key, atMs: readDraft(key)?.savedAtMs ?? 0 }))
    .sort((a, b) => a.atMs - b.atMs);
  for (const { key } of byAge.slice(0, excess)) localStorage.removeItem(key);
}
