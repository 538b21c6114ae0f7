import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { listMailedManagers } from "../../accounts/clients/index.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { createCdnRepository } from "./cdn.repository.ts";
import { checkHost, type HostRecords } from "./cdn-hosts.ts";
import { CDN_MAILS } from "./mails/index.ts";

/** The interval at which due names are checked. */
export const RECHECK_PAUSE_MS = 600_000;
/** The number of names per round, since each takes several DNS queries. */
const HOSTS_PER_ROUND = 200;
const DAY_MS = 86_400_000;
/** The grace period for repairing a zone. */
const GRACE_MS = 3 * DAY_MS;

export interface RecheckDeps {
  db: Database;
  mails: MailSender;
  realtime: Pick<Realtime, "emit">;
  records: HostRecords;
  /** The host name that custom host names must point to. */
  cnameTarget: string;
  publicUrl: string;
  onError: (error: unknown) => void;
  now?: () => number;
}

interface DueHost {
  entry_uuid: string;
  client_uuid: string;
  host: string;
  key: string;
}

/**
 * Rechecks custom host names once a day, since a zone may have changed owners. A name that has failed for three days is no
 * longer served. Every replica may run this, since one of them claims each name for its day.
 */
export function createRechecks(deps: RecheckDeps) {
  const { db, mails, realtime, records, cnameTarget, publicUrl, onError, now = Date.now } = deps;

  const claimDue = async (): Promise<DueHost[]> => {
    const { rows } = await sql<DueHost>`
      UPDATE cdn_hosts SET rechecked_at = ${new Date(now())} FROM cdn_entries
      WHERE cdn_entries.uuid = cdn_hosts.entry_uuid AND (cdn_hosts.entry_uuid, host) IN (
        SELECT entry_uuid, host FROM cdn_hosts
        WHERE checked_at IS NOT NULL AND coalesce(rechecked_at, checked_at) <= ${new Date(now() - DAY_MS)}
        ORDER BY coalesce(rechecked_at, checked_at) LIMIT ${HOSTS_PER_ROUND} FOR UPDATE SKIP LOCKED
      ) RETURNING cdn_hosts.entry_uuid, cdn_hosts.client_uuid, host, key`.execute(db);
    return rows;
  };

  async function recheck(due: DueHost): Promise<void> {
    const { host, key } = due;
    const { alias, proof } = await checkHost(records, host, { target: cnameTarget, key });
    const isRight = alias.isRight && proof.isRight;
    await db.transaction().execute((tx) => record(tx, due, isRight));
  }

  async function record(tx: Tx, { entry_uuid: entry, client_uuid, host }: DueHost, isRight: boolean) {
    const at = new Date(now());
    const { rows } = await sql<{ since: Date | null; isNew: boolean }>`
      UPDATE cdn_hosts SET failing_since = ${isRight ? null : sql`coalesce(cdn_hosts.failing_since, ${at})`}
      FROM cdn_hosts AS before
      WHERE cdn_hosts.entry_uuid = ${entry} AND cdn_hosts.client_uuid = ${client_uuid} AND cdn_hosts.host = ${host}
        AND cdn_hosts.checked_at IS NOT NULL AND before.entry_uuid = cdn_hosts.entry_uuid AND before.host = cdn_hosts.host
      RETURNING cdn_hosts.failing_since AS since, before.failing_since IS NULL AS "isNew"`.execute(tx);
    const [found] = rows;
    if (!found?.since) return;
    const stopsAt = new Date(found.since.getTime() + GRACE_MS);
    if (stopsAt <= at) await stop(tx, { entry, client_uuid, host });
    else if (!found.isNew) return;
    for (const { email, language, clientName } of await listMailedManagers(tx, client_uuid))
      await mails.send(tx, {
        mail: CDN_MAILS["cdn-name-failing"],
        to: email,
        language,
        values: {
          clientName,
          host,
          stopsAt: stopsAt <= at ? null : stopsAt.toISOString(),
          url: `${publicUrl}/#/cdn`,
        },
      });
  }

  /** Stops serving a name. Edges are notified with the commit. */
  async function stop(
    tx: Tx,
    { entry, client_uuid, host }: { entry: string; client_uuid: string; host: string },
  ) {
    const entries = createCdnRepository(tx);
    await entries.markHost(client_uuid, entry, host, false);
    await entries.updateEntry(client_uuid, entry, {}, { isEdit: false });
    realtime.emit(client_uuid, "cdnEntries.changed");
  }

  return {
    async run(): Promise<void> {
      // A name does not count as failed if no DNS server answers. It is checked again the next day.
      for (const due of await claimDue()) await recheck(due).catch(onError);
    },
  };
}
