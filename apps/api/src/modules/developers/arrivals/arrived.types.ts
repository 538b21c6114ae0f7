import type { Actor } from "../../accounts/auth/index.ts";
import type { LinesByKind } from "./archive-lines.ts";
import type { ArchivedPerson, ArrivedKind, ImportedRowsRepository } from "./arrived-rows.repository.ts";
import type { ArrivedUuids } from "./arrived-uuids.ts";

/** The context that is passed to all functions that write the contents of an archive. */
export interface WriteContext {
  actor: Actor;
  arrivalUuid: string;
  lines: LinesByKind;
  rows: ImportedRowsRepository;
  videoOf: ArrivedUuids;
  /** Finds the user here who matches a user of the archive. */
  personOf(old: string | null): ArchivedPerson | undefined;
  uuidsOf(kind: ArrivedKind, of: readonly { uuid: string }[]): Promise<ArrivedUuids>;
}
