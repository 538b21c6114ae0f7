import { createHash } from "node:crypto";

/** Names a picture by its object, so that its address changes with it and browsers may keep it for good. */
export function pictureVersion(object: string): string {
  return createHash("sha256").update(object).digest("hex").slice(0, 12);
}
