import { hash } from "node:crypto";

/**
 * Returns a uuid-shaped key for media on another CDN. Migration 014 computes the same key in the database.
 * @param name the name by which the client's pages identify the media.
 */
export function pluginVideoKey(clientId: string, name: string): string {
  const hex = hash("md5", `${clientId} ${name}`, "hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
