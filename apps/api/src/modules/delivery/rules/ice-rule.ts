import { AppError, type RuleChanges } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import { hasIceSet } from "../../accounts/clients/index.ts";

/** @throws AppError "not_found" for a set of STUN and TURN servers that is not the client's. */
export async function assertIceSet(tx: Tx, clientUuid: string, { ice }: RuleChanges): Promise<void> {
  if (ice && !(await hasIceSet(tx, clientUuid, ice)))
    throw new AppError("not_found", "No such set of servers", [
      { path: "rules.ice", reason: "does not exist" },
    ]);
}
