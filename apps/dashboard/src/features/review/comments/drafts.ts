import type { CreateComment, DrawingShape } from "@shoal/contract";

/** The maximum number of drafts stored in one browser. The oldest drafts are removed first. */
const MAX_DRAFTS = 20;
const KEY_PREFIX = "shoal.reviewDraft.";

/** A comment that has not been sent yet. It already has the uuid of the comment, so that sending it twice creates a single comment. */
export type Draft = Pick<CreateComment, "uuid" | "text" | "frame" | "endFrame" | "isInternal" | "drawing">;

interface StoredDraft {
  comment: unknown;
  savedAtMs: number;
}

/**
 * Returns the key of a draft. The key contains the reader, so that other users of the browser do not find the draft. Each reply has a
 * separate key.
 */
export const draftKey = (place: {
  user: string;
  project: string;
  version: number;
  parent?: string;
}): string =>
  `${KEY_PREFIX}${[place.user, place.project, place.version, place.parent ?? "new"].map(encodeURIComponent).join("/")}`;

/** Loads a draft. @returns undefined if no draft is stored, or the stored draft has an outdated format. */
export function loadDraft(key: string): Draft | undefined {
  const comment = loadStored(key)?.comment;
  return isDraft(comment) ? comment : undefined;
}

// Checks the value without a schema library, which the page's bundle does not contain.
function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { uuid, text, frame, endFrame, isInternal, drawing } = value as Record<keyof Draft, unknown>;
  return (
    typeof uuid === "string" &&
    typeof text === "string" &&
    isFrame(frame) &&
    isFrame(endFrame) &&
    typeof isInternal === "boolean" &&
    (drawing === null || isDrawing(drawing))
  );
}

const isFrame = (value: unknown) => value === null || Number.isSafeInteger(value);

const isDrawing = (value: unknown) =>
  typeof value === "object" && value !== null && "shapes" in value && isShapes(value.shapes);

const isShapes = (value: unknown) => Array.isArray(value) && value.every(isShape);

function isShape(value: unknown): value is DrawingShape {
  if (typeof value !== "object" || value === null) return false;
  const { kind, color, size, points, from, to, at, text } = value as Record<string, unknown>;
  if (typeof color !== "string" || typeof size !== "number") return false;
  if (kind === "pen") return Array.isArray(points) && points.every(isPoint);
  if (kind === "text") return isPoint(at) && typeof text === "string";
  if (kind === "pin") return isPoint(at);
  return (kind === "arrow" || kind === "rectangle" || kind === "ellipse") && isPoint(from) && isPoint(to);
}

const isPoint = (value: unknown) =>
  Array.isArray(value) && value.length >= 2 && value.every((each) => typeof each === "number");

function loadStored(key: string): StoredDraft | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as StoredDraft | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores a draft. If the browser cannot store the draft, it is lost when the page is closed.
 * @param draft undefined removes it.
 */
export function storeDraft(key: string, draft: Draft | undefined): void {
  try {
    if (!draft) {
      localStorage.removeItem(key);
      return;
    }
    localStorage.setItem(
      key,
      JSON.stringify({ comment: draft, savedAtMs: Date.now() } satisfies StoredDraft),
    );
    removeOldest(key);
  } catch {
    // Storing fails in private windows and if the storage is full.
  }
}

function removeOldest(newest: string): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY_PREFIX) && key !== newest);
  const excess = keys.length + 1 - MAX_DRAFTS;
  if (excess <= 0) return;
  const byAge = keys
    .map((key) => ({ key, atMs: Number(loadStored(key)?.savedAtMs ?? 0) }))
    .sort((one, other) => one.atMs - other.atMs);
  for (const { key } of byAge.slice(0, excess)) localStorage.removeItem(key);
}
