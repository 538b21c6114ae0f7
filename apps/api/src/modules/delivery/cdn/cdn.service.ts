import { randomInt } from "node:crypto";
import {
  AppError,
  type BodyOf,
  CDN_DRAIN_DURATION_MS,
  CDN_TRAFFIC_DAYS,
  type CdnEntryListQuery,
  type CdnEntryView,
  type CdnHostCheck,
  type CdnPurgeAnswer,
  type CdnSecretAnswer,
  type CdnStatistics,
  type CdnSums,
  type CdnTestAnswer,
  type CdnTraffic,
  type CdnUsage,
  DEFAULT_PAGE_SIZE,
  MAX_CDN_ENTRIES,
  type QueryOf,
  type routes,
} from "@shoal/contract";
import { monthOfUtc } from "@shoal/domain/billing";
import { addPurges, type CdnHindrance, cdnHindranceOf, purgePathOf } from "@shoal/domain/cdn";
import type { FetchPolicy } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import type { Selectable, Updateable } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { AttemptCounter } from "../../../platform/rate-limit.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { type Actor, makerOf } from "../../accounts/auth/index.ts";
import type { StorageService } from "../../accounts/clients/index.ts";
import { type CdnEndpoint, cnameTargetOf, presentEntry } from "./cdn.present.ts";
import { createCdnRepository, standingOf } from "./cdn.repository.ts";
import type { CdnEntryRow } from "./cdn.table.ts";
import { checkHost, type HostRecords } from "./cdn-hosts.ts";
import { assertOrigin, normalizeOrigin } from "./cdn-origin.ts";
import { replaceSecret } from "./cdn-secrets.ts";
import {
  type CdnFigures,
  lastDays,
  readCdnStatistics,
  readCdnSums,
  readCdnTraffic,
  toIso,
} from "./cdn-statistics.ts";
import { testOrigin } from "./cdn-test.ts";

const TRAFFIC_SORTS = ["requests", "bytesSent", "hitRatio"] as const;
const TRAFFIC_SORT_VALUES: Record<(typeof TRAFFIC_SORTS)[number], (sums: CdnSums) => number | null> = {
  requests: ({ requests }) => requests,
  bytesSent: ({ bytesSent }) => bytesSent,
  hitRatio: ({ hits, misses }) => (hits + misses > 0 ? hits / (hits + misses) : null),
};

export interface CdnDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  policy: FetchPolicy;
  box: SecretBox;
  records: HostRecords;
  /** Access to the traffic of entries. */
  figures: CdnFigures;
  /** Counts tests of origins by client. */
  tests: Pick<AttemptCounter, "consume">;
  /** Limits purges by client, because each makes all edges fetch files again. */
  purges: Pick<AttemptCounter, "consume">;
  storage: Pick<StorageService, "assertMayCreate">;
  place: CdnEndpoint;
  /** Our own addresses, each with its port. No entry may point back to them. */
  ownHosts: readonly string[];
  now?: () => number;
}

/** Manages CDN entries: addresses under which our edges serve files of clients' own servers. */
export function createCdnService({
  db,
  realtime,
  policy,
  box,
  records,
  figures,
  tests,
  purges,
  storage,
  place,
  ownHosts,
  now = Date.now,
}: CdnDeps) {
  const service = {
    /** @throws AppError "unavailable" if the list is sorted by traffic and ClickHouse does not respond. */
    async listEntries({ clientUuid, user }: Actor, query: CdnEntryListQuery) {
      const entries = createCdnRepository(db);
      const hindrance = await findHindrance(db, clientUuid);
      const limit = query.pagesize ?? user.default_page_size ?? DEFAULT_PAGE_SIZE;
      const size = entries.countEntries(clientUuid, query, hindrance);
      if (limit === 0) return { _embedded: [], _size: await size };
      const traffic = await readSortedTraffic(clientUuid, query);
      const page = { query, hindrance, traffic, limit, offset: (query.page - 1) * limit };
      const [rows, _size] = await Promise.all([entries.listEntries(clientUuid, page), size]);
      const hosts = await entries.listHosts(
        clientUuid,
        rows.map(({ uuid }) => uuid),
      );
      const as = { place, hindrance, nowMs: now() };
      return { _embedded: rows.map((row) => presentEntry(row, hosts, as)), _size };
    },

    /** @throws AppError "not_found". */
    getEntry: ({ clientUuid }: Actor, uuid: string): Promise<CdnEntryView> => read(db, clientUuid, uuid),

    /**
     * @throws AppError "cdn_subscription_required", "budget_reached", or "bad_request" for an invalid origin, an invalid
     * name or too many names.
     */
    async createEntry(actor: Actor, wanted: BodyOf<typeof routes.createCdnEntry>): Promise<CdnEntryView> {
      const { clientUuid } = actor;
      await assertSubscribed(db, clientUuid);
      await storage.assertMayCreate(actor);
      const { hosts, rules, corsOrigins, defaultTtlSec, ignoresQuery, name } = wanted;
      assertHosts(hosts);
      const originUrl = normalizeOrigin(wanted.originUrl);
      await assertOrigin(originUrl, { policy, ownHosts });
      const created = await db.transaction().execute(async (tx) => {
        const entries = createCdnRepository(tx);
        if ((await entries.countForAdding(clientUuid)) >= MAX_CDN_ENTRIES) throw tooManyPurgesError();
        const uuid = await entries.addEntry({
          client_uuid: clientUuid,
          user_uuid: makerOf(actor),
          key: newKey(),
          name,
          origin_url: originUrl,
          rules: JSON.stringify(rules),
          cors_origins: corsOrigins,
          default_ttl_sec: defaultTtlSec,
          ignores_query: ignoresQuery,
        });
        await entries.setHosts(clientUuid, uuid, hosts);
        await entries.followSubscription(clientUuid, true);
        return read(tx, clientUuid, uuid);
      });
      notifyChange(actor);
      return created;
    },

    /** @throws AppError "not_found", "edit_conflict", "cdn_subscription_required", or "bad_request". */
    async updateEntry(
      actor: Actor,
      uuid: string,
      { revision, hosts, ...change }: BodyOf<typeof routes.updateCdnEntry>,
    ): Promise<CdnEntryView> {
      await read(db, actor.clientUuid, uuid);
      await assertSubscribed(db, actor.clientUuid);
      if (hosts) assertHosts(hosts);
      const originUrl = change.originUrl === undefined ? undefined : normalizeOrigin(change.originUrl);
      if (originUrl !== undefined) await assertOrigin(originUrl, { policy, ownHosts });
      return write(actor, uuid, { isEdit: true }, async (tx, row) => {
        if (row.edit_revision !== revision)
          throw new AppError("edit_conflict", "Someone else changed this CDN entry: fetch it again");
        if (hosts) await createCdnRepository(tx).setHosts(actor.clientUuid, uuid, hosts);
        return columnsOf({ ...change, originUrl });
      });
    },

    /**
     * Pauses or resumes an entry, even if it was changed in the meantime.
     * @throws AppError "not_found", or "bad_request" while it drains.
     */
    async pauseEntry(actor: Actor, uuid: string, isPaused: boolean): Promise<CdnEntryView> {
      await read(db, actor.clientUuid, uuid);
      if (!isPaused) await assertSubscribed(db, actor.clientUuid);
      return write(actor, uuid, { isEdit: false }, async () => ({ is_paused: isPaused }));
    },

    /** Deletes an entry. Edges serve it only from caches until it is removed. @throws AppError "not_found". */
    async deleteEntry(actor: Actor, uuid: string): Promise<CdnEntryView> {
      const { clientUuid } = actor;
      const deleted = await db.transaction().execute(async (tx) => {
        const entries = createCdnRepository(tx);
        const row = await entries.lockEntry(clientUuid, uuid);
        if (!row) throw entryNotFound();
        const columns = { drains_until: new Date(now() + CDN_DRAIN_DURATION_MS) };
        // A second deletion does not extend the draining.
        if (!row.drains_until) await entries.updateEntry(clientUuid, uuid, columns, { isEdit: false });
        return read(tx, clientUuid, uuid);
      });
      notifyChange(actor);
      return deleted;
    },

    /** @throws AppError "not_found", "cdn_subscription_required", or "bad_request" while it drains. */
    async renewSecret(actor: Actor, uuid: string, graceSec: number): Promise<CdnSecretAnswer> {
      await read(db, actor.clientUuid, uuid);
      await assertSubscribed(db, actor.clientUuid);
      let newSecret = "";
      const entry = await write(actor, uuid, { isEdit: false }, async (_, row) => {
        const { secret, secrets } = replaceSecret(row.secrets, {
          box,
          entryUuid: uuid,
          graceSec,
          nowMs: now(),
        });
        newSecret = secret;
        return { secrets: JSON.stringify(secrets) };
      });
      return { secret: newSecret, entry };
    },

    /** @throws AppError "not_found", "cdn_subscription_required", or "bad_request" while it drains. */
    async removeSecrets(actor: Actor, uuid: string): Promise<CdnEntryView> {
      await read(db, actor.clientUuid, uuid);
      await assertSubscribed(db, actor.clientUuid);
      return write(actor, uuid, { isEdit: false }, async () => ({ secrets: "[]" }));
    },

    /** @throws AppError "not_found", also for a name that does not belong to the entry, or "cdn_subscription_required". */
    async checkHost(actor: Actor, uuid: string, host: string): Promise<CdnHostCheck> {
      const { clientUuid } = actor;
      const { key, hosts } = await read(db, clientUuid, uuid);
      await assertSubscribed(db, clientUuid);
      if (!hosts.some(({ host: own }) => own === host)) throw hostNotFound();
      const found = await checkHost(records, host, { target: cnameTargetOf(place), key }).catch(() => {
        throw new AppError("unavailable", "No DNS server answered: try again later");
      });
      const isServed = found.alias.isRight && found.proof.isRight;
      const entry = await write(actor, uuid, { isEdit: false }, async (tx) => {
        await createCdnRepository(tx).markHost(clientUuid, uuid, host, isServed);
        return {};
      });
      return { isServed, ...found, entry };
    },

    /**
     * @throws AppError "not_found", "cdn_subscription_required", "too_many_requests", or "bad_request" for addresses that do
     * not belong to the entry.
     */
    async purge(
      actor: Actor,
      uuid: string,
      { scope, addresses }: BodyOf<typeof routes.purgeCdnEntry>,
    ): Promise<CdnPurgeAnswer> {
      const { clientUuid } = actor;
      const { url, originUrl, hosts, ignoresQuery } = await read(db, clientUuid, uuid);
      await assertSubscribed(db, clientUuid);
      const isPrefix = scope !== "url";
      const known = { url, originUrl, hosts: hosts.map(({ host }) => host) };
      const named = scope === "all" ? ["/"] : pathsOf(addresses, known);
      const paths = ignoresQuery ? [...new Set(named.map((path) => path.replace(/\?.*/, "")))] : named;
      await purges.consume(clientUuid);
      let number = 0;
      await write(actor, uuid, { isEdit: false }, async (tx, row) => {
        const entries = createCdnRepository(tx);
        number = row.purge_number + 1;
        const before = await entries.listPurges(clientUuid, uuid);
        const after = addPurges(
          { purges: before, purgedAll: row.purged_all },
          paths.map((path) => ({ path, isPrefix, number })),
        );
        await entries.savePurges(clientUuid, uuid, before, after);
        return { purge_number: number, purged_all: after.purgedAll };
      });
      return { number, paths, isPrefix };
    },

    /** @throws AppError "not_found", or "unavailable" while ClickHouse does not respond. */
    async getStatistics({ clientUuid }: Actor, uuid: string, days: number): Promise<CdnStatistics> {
      await read(db, clientUuid, uuid);
      return readCdnStatistics(figures, { clientUuid, entryUuid: uuid }, { days, nowMs: now() });
    },

    /**
     * Returns the traffic of these entries. Entries of other clients are left out.
     * @throws AppError "unavailable" while ClickHouse does not respond.
     */
    async getTraffic(
      { clientUuid }: Actor,
      { entries, days }: QueryOf<typeof routes.getCdnTraffic>,
    ): Promise<CdnTraffic> {
      const period = lastDays(days, now());
      const traffic = await readCdnTraffic(figures, clientUuid, period, entries);
      return {
        from: toIso(period.fromSec),
        until: toIso(period.untilSec),
        entries: [...traffic].map(([uuid, sums]) => ({ uuid, ...sums })),
      };
    },

    /** @param month the current month by default. @throws AppError "unavailable" while ClickHouse is down. */
    async getUsage(
      { clientUuid }: Actor,
      month = new Date(now()).toISOString().slice(0, 7),
    ): Promise<CdnUsage> {
      const { fromMs, untilMs } = monthOfUtc(month);
      const period = { fromSec: fromMs / 1_000, untilSec: untilMs / 1_000 };
      return { month, total: await readCdnSums(figures, clientUuid, period) };
    },

    /** @throws AppError "cdn_subscription_required", or "too_many_requests". */
    async testOrigin({ clientUuid }: Actor, url: string): Promise<CdnTestAnswer> {
      await assertSubscribed(db, clientUuid);
      await tests.consume(clientUuid);
      return testOrigin(url, { policy });
    },
  };

  /** Reads the traffic by which a list is sorted; undefined for other orders. */
  async function readSortedTraffic(clientUuid: string, { sort }: CdnEntryListQuery) {
    const field = TRAFFIC_SORTS.find((each) => sort?.[each] !== undefined);
    if (!field) return undefined;
    const traffic = await readCdnTraffic(figures, clientUuid, lastDays(CDN_TRAFFIC_DAYS, now()));
    return Object.fromEntries([...traffic].map(([uuid, sums]) => [uuid, TRAFFIC_SORT_VALUES[field](sums)]));
  }

  const notifyChange = ({ clientUuid }: Actor) => realtime.emit(clientUuid, "cdnEntries.changed");

  async function read(tx: Tx, clientUuid: string, uuid: string): Promise<CdnEntryView> {
    const entries = createCdnRepository(tx);
    const row = await entries.findEntry(clientUuid, uuid);
    if (!row) throw entryNotFound();
    const hosts = await entries.listHosts(clientUuid, [uuid]);
    return presentEntry(row, hosts, {
      place,
      hindrance: await findHindrance(tx, clientUuid),
      nowMs: now(),
    });
  }

  /** Locks and changes an entry; edges are notified with the commit. */
  async function write(
    actor: Actor,
    uuid: string,
    how: { isEdit: boolean },
    change: (tx: Tx, row: Selectable<CdnEntryRow>) => Promise<Updateable<CdnEntryRow>>,
  ): Promise<CdnEntryView> {
    const { clientUuid } = actor;
    const written = await db.transaction().execute(async (tx) => {
      const entries = createCdnRepository(tx);
      const row = await entries.lockEntry(clientUuid, uuid);
      if (!row) throw entryNotFound();
      if (row.drains_until) throw new AppError("illegal_transition", "This CDN entry has been deleted");
      await entries.updateEntry(clientUuid, uuid, await change(tx, row), how);
      return read(tx, clientUuid, uuid);
    });
    notifyChange(actor);
    return written;
  }

  async function findHindrance(tx: Tx, clientUuid: string): Promise<CdnHindrance | undefined> {
    const client = await createCdnRepository(tx).findSubscription(clientUuid);
    return client ? cdnHindranceOf(standingOf(client), now()) : "unsubscribed";
  }

  /** @throws AppError "cdn_subscription_required". */
  async function assertSubscribed(tx: Tx, clientUuid: string): Promise<void> {
    if ((await findHindrance(tx, clientUuid)) !== "unsubscribed") return;
    throw new AppError(
      "cdn_subscription_required",
      "CDN links are limited to registered clients with an active subscription.",
    );
  }

  /** @throws AppError "bad_request" for our own host names. */
  function assertHosts(hosts: readonly string[]): void {
    const ours = ownHosts.map((host) => new URL(`http://${host}`).hostname);
    const fields = hosts.flatMap((host, at) =>
      ours.includes(host) ? [{ path: `hosts.${at}`, reason: "leads back to this platform" }] : [],
    );
    if (fields.length > 0) throw new AppError("bad_request", "A host name belongs to this platform", fields);
  }

  return service;
}
export type CdnService = ReturnType<typeof createCdnService>;

/** @throws AppError "bad_request" naming each address that does not belong to the entry. */
function pathsOf(addresses: readonly string[], known: Parameters<typeof purgePathOf>[1]): string[] {
  const paths = addresses.map((address) => purgePathOf(address, known));
  const faults = paths.flatMap((path, at) =>
    path === undefined ? [{ path: `addresses.${at}`, reason: "is not a URL of this CDN entry" }] : [],
  );
  if (addresses.length === 0) faults.push({ path: "addresses", reason: "is missing" });
  if (faults.length > 0) throw new AppError("bad_request", "Some URLs cannot be purged", faults);
  return [...new Set(paths.filter((path) => path !== undefined))];
}

function columnsOf({
  name,
  originUrl,
  rules,
  corsOrigins,
  defaultTtlSec,
  ignoresQuery,
}: Omit<BodyOf<typeof routes.updateCdnEntry>, "revision" | "hosts">): Updateable<CdnEntryRow> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(originUrl === undefined ? {} : { origin_url: originUrl }),
    ...(rules === undefined ? {} : { rules: JSON.stringify(rules) }),
    ...(corsOrigins === undefined ? {} : { cors_origins: corsOrigins }),
    ...(defaultTtlSec === undefined ? {} : { default_ttl_sec: defaultTtlSec }),
    ...(ignoresQuery === undefined ? {} : { ignores_query: ignoresQuery }),
  };
}

const KEY_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const KEY_LENGTH = 12;
/** Makes the public key of an entry, which is unique with 62 random bits. */
const newKey = () =>
  Array.from({ length: KEY_LENGTH }, () => KEY_CHARACTERS[randomInt(KEY_CHARACTERS.length)]).join("");

const entryNotFound = () => new AppError("not_found", "No such CDN entry");
const hostNotFound = () => new AppError("not_found", "This CDN entry has no such host name");
const tooManyPurgesError = () =>
  new AppError("bad_request", "Too many CDN entries", [
    { path: "name", reason: `exceeds the maximum of ${MAX_CDN_ENTRIES} CDN entries` },
  ]);
