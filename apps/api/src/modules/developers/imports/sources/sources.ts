import type { ImportSource } from "@shoal/contract";
import type { FetchPolicy } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import type { ClaimedImport } from "../imports.repository.ts";
import type { OpenedSource } from "./import-source.ts";
import { type ListFile, listFileSource, sentLinesSource } from "./list-file.ts";
import { muxSource } from "./mux.ts";
import { peerTubeSource } from "./peertube.ts";
import { s3Source } from "./s3.ts";
import { peekFile, requestTextWith } from "./source-api.ts";
import { vimeoSource } from "./vimeo.ts";

/** The addresses of services that have a fixed address. */
export interface SourceAddresses {
  vimeoApi: string;
  muxApi: string;
  muxStream: string;
}

/** Creates the functions that open the source of each kind of import. */
export function createSources(box: SecretBox, policy: FetchPolicy, addresses: SourceAddresses) {
  const requestText = requestTextWith(policy);
  function sourceOf(source: ImportSource): OpenedSource {
    switch (source.kind) {
      case "peertube":
        return peerTubeSource(source, requestText);
      case "s3":
        return s3Source(source, { requestText, peek: peekFile(policy) });
      case "vimeo":
        return vimeoSource(source, requestText, addresses.vimeoApi);
      case "mux":
        return muxSource(source, requestText, { api: addresses.muxApi, stream: addresses.muxStream });
    }
  }
  return {
    sourceOf,
    /** Opens the decrypted source of an import. A list is deleted once read, since its lines contain everything. */
    openSource({ sealed_source, uuid }: ClaimedImport): OpenedSource {
      if (sealed_source === null) return sentLinesSource;
      const source = JSON.parse(box.open(sealed_source, uuid)) as ListFile | ImportSource;
      return "packed" in source ? listFileSource(source) : sourceOf(source);
    },
  };
}
export type SourceOpeners = ReturnType<typeof createSources>;
