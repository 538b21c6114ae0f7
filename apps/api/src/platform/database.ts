import { Kysely, sql, type Transaction } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";
import * as foundation from "./migrations/001-foundation.ts";
import * as accounts from "./migrations/002-accounts.ts";
import * as videoCare from "./migrations/003-video-care.ts";
import * as videoPassword from "./migrations/004-video-password.ts";
import * as cuts from "./migrations/005-cuts.ts";
import * as outros from "./migrations/006-outros.ts";
import * as exportLinks from "./migrations/007-export-links.ts";
import * as sceneLists from "./migrations/008-scene-lists.ts";
import * as videoMedia from "./migrations/009-video-media.ts";
import * as captions from "./migrations/010-captions.ts";
import * as waveform from "./migrations/011-waveform.ts";
import * as imports from "./migrations/012-imports.ts";
import * as rules from "./migrations/013-rules.ts";
import * as pluginVideos from "./migrations/014-plugin-videos.ts";
import * as sealedUrls from "./migrations/015-sealed-urls.ts";
import * as walkedOrders from "./migrations/016-walked-orders.ts";
import * as listTraits from "./migrations/017-list-traits.ts";
import * as descriptionWords from "./migrations/018-description-words.ts";
import * as owedPublications from "./migrations/019-owed-publications.ts";
import * as guardedAccounts from "./migrations/020-guarded-accounts.ts";
import * as arrivingSources from "./migrations/021-arriving-sources.ts";
import * as lives from "./migrations/022-lives.ts";
import * as liveNeighbours from "./migrations/023-live-neighbours.ts";
import * as liveDelays from "./migrations/024-live-delays.ts";
import * as simulatedLives from "./migrations/025-simulated-lives.ts";
import * as streamingAuthorizations from "./migrations/026-streaming-authorizations.ts";
import * as pluginList from "./migrations/027-plugin-list.ts";
import * as configOldKeys from "./migrations/028-config-old-keys.ts";
import * as streamingKeys from "./migrations/029-streaming-keys.ts";
import * as pluginListInOrder from "./migrations/030-plugin-list-in-order.ts";
import * as siteUuids from "./migrations/031-site-uuids.ts";
import * as sentThumbnails from "./migrations/032-sent-thumbnails.ts";
import * as apiKeys from "./migrations/033-api-keys.ts";
import * as alerts from "./migrations/034-alerts.ts";
import * as places from "./migrations/035-places.ts";
import * as footprintReports from "./migrations/036-footprint-reports.ts";
import * as proofMode from "./migrations/037-proof-mode.ts";
import * as summedDays from "./migrations/038-summed-days.ts";
import * as liveSweeps from "./migrations/039-live-sweeps.ts";
import * as rowsOfSummedDays from "./migrations/040-rows-of-summed-days.ts";
import * as billedAsMeasured from "./migrations/041-billed-as-measured.ts";
import * as inheritedAccess from "./migrations/043-inherited-access.ts";
import * as reportedCollections from "./migrations/045-reported-collections.ts";
import * as encodingNotes from "./migrations/047-encoding-notes.ts";
import { sealIceServers } from "./migrations/049-sealed-ice-servers.ts";
import * as planObjects from "./migrations/050-plan-objects.ts";
import * as pictureLocks from "./migrations/051-picture-locks.ts";
import * as checkedArchives from "./migrations/052-checked-archives.ts";
import * as verifiedAddresses from "./migrations/055-verified-addresses.ts";
import * as hostedVideosByHand from "./migrations/056-hosted-videos-by-hand.ts";
import * as signedOffLives from "./migrations/057-signed-off-lives.ts";
import * as chosenTimeZones from "./migrations/060-chosen-time-zones.ts";
import * as chunkClaims from "./migrations/061-chunk-claims.ts";
import * as usualClaims from "./migrations/062-usual-claims.ts";
import { cachePreparedStatements, disablePreparedStatements } from "./prepared.ts";
import { RecordingDialect } from "./recorded-changes.ts";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;
/** A database or a transaction on it. */
export type Tx = Database | Transaction<Schema>;

const migrationsOf = (installationSecret: string | undefined): Record<string, Migration> => ({
  "001-foundation": foundation,
  "002-accounts": accounts,
  "003-video-care": videoCare,
  "004-video-password": videoPassword,
  "005-cuts": cuts,
  "006-outros": outros,
  "007-export-links": exportLinks,
  "008-scene-lists": sceneLists,
  "009-video-media": videoMedia,
  "010-captions": captions,
  "011-waveform": waveform,
  "012-imports": imports,
  "013-rules": rules,
  "014-plugin-videos": pluginVideos,
  "015-sealed-urls": sealedUrls,
  "016-walked-orders": walkedOrders,
  "017-list-traits": listTraits,
  "018-description-words": descriptionWords,
  "019-owed-publications": owedPublications,
  "020-guarded-accounts": guardedAccounts,
  "021-arriving-sources": arrivingSources,
  "022-lives": lives,
  "023-live-neighbours": liveNeighbours,
  "024-live-delays": liveDelays,
  "025-simulated-lives": simulatedLives,
  "026-streaming-authorizations": streamingAuthorizations,
  "027-plugin-list": pluginList,
  "028-config-old-keys": configOldKeys,
  "029-streaming-keys": streamingKeys,
  "030-plugin-list-in-order": pluginListInOrder,
  "031-site-uuids": siteUuids,
  "032-sent-thumbnails": sentThumbnails,
  "033-api-keys": apiKeys,
  "034-alerts": alerts,
  "035-places": places,
  "036-footprint-reports": footprintReports,
  "037-proof-mode": proofMode,
  "038-summed-days": summedDays,
  "039-live-sweeps": liveSweeps,
  "040-rows-of-summed-days": rowsOfSummedDays,
  "041-billed-as-measured": billedAsMeasured,
  "043-inherited-access": inheritedAccess,
  "045-reported-collections": reportedCollections,
  "047-encoding-notes": encodingNotes,
  "049-sealed-ice-servers": sealIceServers(installationSecret),
  "050-plan-objects": planObjects,
  "051-picture-locks": pictureLocks,
  "052-checked-archives": checkedArchives,
  "055-verified-addresses": verifiedAddresses,
  "056-hosted-videos-by-hand": hostedVideosByHand,
  "060-chosen-time-zones": chosenTimeZones,
  "057-signed-off-lives": signedOffLives,
  "061-chunk-claims": chunkClaims,
  "062-usual-claims": usualClaims,
});
const BIGINT_OID = 20;
/** No query of a screen may occupy a connection for longer. */
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Planner settings for many short concurrent queries: random pages come from memory or an SSD, and parallel workers would take cores from
 * other queries.
 */
const PLANNER_SETTINGS = { random_page_cost: 1.1, max_parallel_workers_per_gather: 0, jit: "off" };
/**
 * The time after which PostgreSQL ends a session whose host no longer answers, such as after a power failure: 60 s. By default
 * it would take two hours, during which the session keeps its locks, so that no other replica continues its work.
 */
const DEAD_PEER_SETTINGS = {
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 60_000,
};
const CONNECTION_SETTINGS = { ...PLANNER_SETTINGS, ...DEAD_PEER_SETTINGS };
const CONNECTION_OPTIONS = Object.entries(CONNECTION_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");

/**
 * The number of direct connections of one replica to PostgreSQL, besides the connections to a pooler: one per kind of lock, and
 * one for notifications.
 */
const SESSION_CONNECTIONS = 6;

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  /** Connections that keep session state and receive notifications. */
  sessionPool: pg.Pool;
  close(): Promise<void>;
}

/** The direct connections of databases behind a pooler, which does not support sessions. */
const sessionsOf = new WeakMap<Database, Database>();

/**
 * Runs work on one connection that nothing else uses, for session locks and settings.
 * @param db not a transaction.
 */
export const runInSession = <Result>(
  db: Database,
  work: (connection: Database) => Promise<Result>,
): Promise<Result> => (sessionsOf.get(db) ?? db).connection().execute(work);

/**
 * @param directUrl the URL of PostgreSQL itself if `url` is a transaction pooler. A pooler accepts no connection settings and
 * keeps no prepared statements: since the last `migrate`, the role has the settings instead.
 * @example const { db, close } = openDatabase(config.DATABASE_URL, 15);
 */
export function openDatabase(url: string, poolSize: number, directUrl?: string): OpenDatabase {
  const settings = { statement_timeout: STATEMENT_TIMEOUT_MS, options: CONNECTION_OPTIONS };
  const pool = openPool({ connectionString: url, max: poolSize, ...(directUrl ? {} : settings) });
  pool.on("connect", directUrl ? disablePreparedStatements : cachePreparedStatements);
  const db = new Kysely<Schema>({ dialect: new RecordingDialect({ pool }) });
  if (!directUrl) return { db, pool, sessionPool: pool, close: () => db.destroy() };
  const sessionPool = openPool({ connectionString: directUrl, max: SESSION_CONNECTIONS, ...settings });
  const sessions = new Kysely<Schema>({ dialect: new RecordingDialect({ pool: sessionPool }) });
  sessionsOf.set(db, sessions);
  return {
    db,
    pool,
    sessionPool,
    close: async () => void (await Promise.all([db.destroy(), sessions.destroy()])),
  };
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 10_000, types: { getTypeParser }, ...options });
  // An idle connection that breaks is replaced at its next use. Without a listener, the break would end the process.
  pool.on("error", () => undefined);
  // Without a listener, an error of a connection in use would end the process. Its query fails with the error in any case.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Sets what connections of a pooler cannot set themselves, for this role in this database only. */
async function configureRole(connection: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(connection);
  for (const [name, value] of Object.entries({
    ...CONNECTION_SETTINGS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  }))
    await sql`ALTER ROLE CURRENT_USER IN DATABASE ${sql.id(rows[0]?.name ?? "")} SET ${sql.id(name)} = ${sql.lit(value)}`.execute(
      connection,
    );
}

function getTypeParser(oid: number, format?: "text" | "binary") {
  if (oid === BIGINT_OID) return (text: string) => Number(text);
  return pg.types.getTypeParser(oid, format as "text");
}

export interface MigrateOptions {
  /** Seals the values that older versions stored in plain text; undefined if nothing is stored yet. */
  installationSecret?: string;
  ofModules?: Record<string, Migration>;
  /** The only migrations to run, which create the tables of an older version. */
  only?: readonly string[];
}

/**
 * Brings the schema up to date; replicas that start together wait for each other.
 * @param ofModules the modules' migrations, ordered by name together with the platform's.
 * @returns the names of the applied migrations.
 */
export async function migrate(
  db: Database,
  { installationSecret, ofModules = {}, only }: MigrateOptions = {},
): Promise<string[]> {
  const known = { ...migrationsOf(installationSecret), ...ofModules };
  const unknown = only?.filter((name) => !known[name]) ?? [];
  if (unknown.length > 0) throw new Error(`This version does not know the migrations ${unknown.join(", ")}`);
  return runInSession(db, async (connection) => {
    if (!only) await assertRestored(connection);
    if (sessionsOf.has(db)) await configureRole(connection);
    const getMigrations = async () =>
      only ? Object.fromEntries(Object.entries(known).filter(([name]) => only.includes(name))) : known;
    const migrator = new Migrator({ db: connection, provider: { getMigrations } });
    // Rewriting a table of many videos takes minutes.
    await sql`SET statement_timeout = 0`.execute(connection);
    const { error, results = [] } = await migrator.migrateToLatest();
    await sql`SET statement_timeout = ${sql.lit(STATEMENT_TIMEOUT_MS)}`.execute(connection);
    if (error) throw error;
    return results.map(({ migrationName }) => migrationName);
  });
}

/** @throws Error if a restore into the database was interrupted: rows are missing. */
async function assertRestored(db: Database): Promise<void> {
  const { rows } = await sql<{
    is_unfinished: boolean;
  }>`SELECT to_regclass('public.unfinished_restore') IS NOT NULL AS is_unfinished`.execute(db);
  if (rows[0]?.is_unfinished)
    throw new Error("A restore into this database was interrupted: run npm run restore again");
}

/** Returns whether the database responds. */
export async function isDatabaseUp(db: Database): Promise<boolean> {
  return sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  );
}
