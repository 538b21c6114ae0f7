import type { SecretBox } from "@shoal/tokens";
import type { ClaimedImport } from "../imports.repository.ts";
import type { ReadPages, StoredItem } from "./import-source.ts";
import { type ListFile, readListFile } from "./list-file.ts";

/** How each kind of source is read, and where its lines are fetched from. */
export function createSources(box: SecretBox) {
  return {
    pagesOf(claimed: ClaimedImport): ReadPages {
      return readListFile(JSON.parse(box.open(claimed.sealed_source ?? "", claimed.uuid)) as ListFile);
    },
    async addressOf(_: ClaimedImport, { item }: StoredItem): Promise<string> {
      return item.url;
    },
  };
}
