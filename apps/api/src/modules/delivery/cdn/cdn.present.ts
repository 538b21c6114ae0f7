import type { CdnEntryView } from "@shoal/contract";
import { type CdnHindrance, cdnEntryStateOf } from "@shoal/domain/cdn";
import type { FullCdnRow, HostOfEntry } from "./cdn.repository.ts";
import { isSecretInForce } from "./cdn-secrets.ts";

/** The address of entries at our edges. */
export interface CdnEndpoint {
  /** Without a final `/`. */
  publicUrl: string;
}

const entryUrlOf = ({ publicUrl }: CdnEndpoint, key: string): string => `${publicUrl}/cdn/${key}/`;

/** Returns the host name that custom host names must point to. */
export const cnameTargetOf = ({ publicUrl }: CdnEndpoint): string => new URL(publicUrl).hostname;

/** Returns an entry with the field names of the API. */
export function presentEntry(
  row: FullCdnRow,
  hosts: readonly HostOfEntry[],
  { place, hindrance, nowMs }: { place: CdnEndpoint; hindrance: CdnHindrance | undefined; nowMs: number },
): CdnEntryView {
  return {
    uuid: row.uuid,
    name: row.name,
    key: row.key,
    originUrl: row.origin_url,
    url: entryUrlOf(place, row.key),
    state: cdnEntryStateOf({ isDraining: row.drains_until !== null, hindrance, isPaused: row.is_paused }),
    isPaused: row.is_paused,
    endsAt: row.drains_until?.toISOString() ?? null,
    rules: row.rules,
    hosts: hosts
      .filter(({ entry_uuid: of }) => of === row.uuid)
      .map(({ host, checked_at: checkedAt }) => ({ host, checkedAt: checkedAt?.toISOString() ?? null })),
    cnameTarget: cnameTargetOf(place),
    secrets: row.secrets
      .filter((secret) => isSecretInForce(secret, nowMs))
      .map(({ uuid, createdAt, endsAt }) => ({ uuid, createdAt, endsAt })),
    corsOrigins: row.cors_origins,
    defaultTtlSec: row.default_ttl_sec,
    ignoresQuery: row.ignores_query,
    purgeNumber: row.purge_number,
    user: row.username,
    createdAt: row.created_at.toISOString(),
    revision: row.edit_revision,
  };
}
