import { createHash } from "node:crypto";

/**
 * Returns a version derived from the picture's object, so that its address changes with it and browsers can cache it
 * permanently.
 */
export function pictureVersion(object: string): string {
  return createHash("sha256").update(object).digest("hex").slice(0, 12);
}
