import type { ImportSource } from "@shoal/contract";

/** Returns the display name of an import from a service, without credentials. */
export function nameOfSource(source: ImportSource): string {
  switch (source.kind) {
    case "peertube":
      return source.channel.replace(/^https?:\/\//, "").split(/[?#]/)[0] ?? "";
    case "s3":
      return `${source.bucket}/${source.prefix}`;
    case "vimeo":
      return "Vimeo";
    case "mux":
      return "Mux";
  }
}
