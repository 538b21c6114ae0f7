import type { ImportSource } from "@shoal/contract";

/** What an import is called that reads from a service: never with what opens it. */
export const nameOfSource = (source: ImportSource): string =>
  source.channel.replace(/^https?:\/\//, "").split(/[?#]/)[0] ?? "";
