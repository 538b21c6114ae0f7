import type { Actor } from "../../accounts/auth/index.ts";
import type { AllLines } from "./archive-lines.ts";
import type { ArrivedKind, ArrivedRowsRepository, Person } from "./arrived-rows.repository.ts";
import type { ArrivedUuids } from "./arrived-uuids.ts";

/** The context that is passed to all functions that write the contents of an archive. */
export interface Writing {
  actor: Actor;
  arrivalUuid: string;
  lines: AllLines;
  rows: ArrivedRowsRepository;
  videoOf: ArrivedUuids;
  /** Finds the user here who matches a user of the archive. */
  personOf(old: string | null): Person | undefined;
  uuidsOf(kind: ArrivedKind, of: readonly { uuid: string }[]): Promise<ArrivedUuids>;
}
