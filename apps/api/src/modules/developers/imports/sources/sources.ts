import type { ImportSource } from "@shoal/contract";
import type { FetchPolicy } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import type { ClaimedImport } from "../imports.repository.ts";
import type { Source } from "./import-source.ts";
import { type ListFile, listFileSource, sentLines } from "./list-file.ts";
import { peerTubeSource } from "./peertube.ts";
import { askSource } from "./source-api.ts";

/** Where each kind of import reads its list. */
export function createSources(box: SecretBox, policy: FetchPolicy) {
  const ask = askSource(policy);
  const sourceOf = (source: ImportSource): Source => peerTubeSource(source, ask);
  return {
    sourceOf,
    /** What someone gave for an import, opened. A list that was read is gone: its lines say all. */
    openSource({ sealed_source, uuid }: ClaimedImport): Source {
      if (sealed_source === null) return sentLines;
      const source = JSON.parse(box.open(sealed_source, uuid)) as ListFile | ImportSource;
      return "packed" in source ? listFileSource(source) : sourceOf(source);
    },
  };
}
export type Sources = ReturnType<typeof createSources>;
