import { resolveRules } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import { readClientDescriptor } from "./described-rules.ts";
import { describeRules, presentResolved, type SetRules } from "./rules.present.ts";

/** The rules as they hold at `nowMs`, for what has these rows' rules set, and the time zone of its client. */
export async function readRulesInForce(
  tx: Tx,
  { clientUuid, row, nowMs }: { clientUuid: string; row: SetRules | undefined; nowMs: number },
) {
  const client = await readClientDescriptor(tx, clientUuid);
  const resolved = resolveRules({ ...describeRules(row), client: client?.rules ?? {} }, nowMs);
  return { rules: presentResolved(resolved, nowMs), timeZone: client?.timeZone ?? "UTC" };
}
