import { hash } from "node:crypto";

/**
 * Names media on another CDN by one word, shaped like a uuid: what the database makes of the same (migration 014).
 * @param name what its pages call it.
 */
export function pluginVideoKey(clientId: string, name: string): string {
  const hex = hash("md5", `${clientId} ${name}`, "hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
