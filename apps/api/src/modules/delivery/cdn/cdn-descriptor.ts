import type { CdnEntryDescriptor } from "@shoal/contract/edge";
import { cdnHindranceOf } from "@shoal/domain/cdn";
import type { SecretBox } from "@shoal/tokens";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { createCdnRepository, standingOf } from "./cdn.repository.ts";
import { isSecretInForce } from "./cdn-secrets.ts";

/**
 * Reads what edges need of an entry; undefined if it does not exist.
 * @param name the entry's key, its uuid, or a verified custom host name. Changes are reported by uuid.
 */
export async function readCdnDescriptor(
  db: Tx,
  box: SecretBox,
  name: string,
  nowMs = Date.now(),
): Promise<CdnEntryDescriptor | undefined> {
  const row = await findForEdge(db, name.toLowerCase());
  if (!row) return undefined;
  const { uuid, client_uuid: clientId } = row;
  const entries = createCdnRepository(db);
  const [hosts, purges] = await Promise.all([
    entries.listHosts(clientId, [uuid]),
    entries.listPurges(clientId, uuid),
  ]);
  return {
    uuid,
    key: row.key,
    clientId,
    revision: row.revision,
    state: stateOf(row, nowMs),
    endsAtMs: row.drains_until?.getTime() ?? null,
    originUrl: row.origin_url,
    hosts: hosts.filter(({ checked_at: checkedAt }) => checkedAt !== null).map(({ host }) => host),
    rules: row.rules,
    tokenSecrets: row.secrets
      .filter((secret) => isSecretInForce(secret, nowMs))
      .map(({ sealed }) => box.open(sealed, uuid)),
    corsOrigins: row.cors_origins,
    defaultTtlSec: row.default_ttl_sec,
    ignoresQuery: row.ignores_query,
    purges,
    purgedAll: row.purged_all,
  };
}

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function findForEdge(db: Tx, name: string) {
  const all = db
    .selectFrom("cdn_entries")
    .innerJoin("clients", "clients.uuid", "cdn_entries.client_uuid")
    .selectAll("cdn_entries")
    .select([
      "clients.free_tier",
      "clients.subscription_ends_at",
      "clients.cdn_suspended_at",
      "clients.cdn_stopped_month",
    ]);
  if (UUID_PATTERN.test(name)) return all.where("cdn_entries.uuid", "=", name).executeTakeFirst();
  if (!name.includes(".")) return all.where("key", "=", name).executeTakeFirst();
  return all
    .where("cdn_entries.uuid", "=", (served) =>
      served
        .selectFrom("cdn_hosts")
        .select("entry_uuid")
        .where("host", "=", name)
        .where(sql.ref("checked_at"), "is not", null),
    )
    .executeTakeFirst();
}

function stateOf(
  row: NonNullable<Awaited<ReturnType<typeof findForEdge>>>,
  nowMs: number,
): CdnEntryDescriptor["state"] {
  if (row.drains_until) return row.drains_until.getTime() > nowMs ? "draining" : "gone";
  const isServed = !row.is_paused && !cdnHindranceOf(standingOf(row), nowMs);
  return isServed ? "active" : "stopped";
}
