import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiCall, createApiClient, type Role, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import {
  acquireAnalytics,
  acquireDatabase,
  type TestAnalytics,
  type TestDatabase,
} from "@shoal/testkit/engines";
import { type RunningApi, startApi } from "./app.ts";
import { readConfig } from "./config.ts";
import { createAuthRepository, hashPassword } from "./modules/accounts/auth/index.ts";
import { MODULES } from "./modules.ts";
import { ANALYTICS_TABLES } from "./platform/analytics-tables.ts";
import { openAnalytics } from "./platform/clickhouse.ts";
import { joinMigrations } from "./platform/composition/join-migrations.ts";
import { migrate, type OpenDatabase, openDatabase } from "./platform/database.ts";
import { startJobQueue } from "./platform/queue/job-queue.ts";

export const PASSWORD = "Correct-horse-1";
/** Test users sign in often, and at the real cost each sign-in takes 25 ms and 19 MiB. */
const CHEAP_HASH_COST = { memory: 8, passes: 1 };
/** The hash of the test password, computed once per process. */
let hashedPassword: Promise<string> | undefined;
/** A role of the database server, shared by several APIs. */
const WORKER_ROLE = "shoal_worker";
const WORKER_PASSWORD = "of the workers of tests";

export interface TestUser {
  username: string;
  clientUuid: string;
  userUuid: string;
  credential: string;
  call: ApiCall;
}

/** The real api on its own real database and ClickHouse. */
export interface TestApi {
  url: string;
  /** The api's address for the other processes. */
  internalUrl: string;
  folder: string;
  database: OpenDatabase;
  clickhouseUrl: string;
  databaseUrl: string;
  env: Record<string, string>;
  /** Adds a user of a new client, signed in; with `clientOf`, a user of that user's client. */
  addUser(roles: Role[], options?: { clientOf?: TestUser; isPasswordModified?: boolean }): Promise<TestUser>;
  anonymous: ApiCall;
  /**
   * Returns how many statements ClickHouse has rejected since the start or the previous call. If some were not drained, closing
   * the api fails the test file, since each is a bug.
   */
  drainRefusedStatements(): Promise<number>;
  /** @param whileStopped runs while the api is stopped. */
  restart(whileStopped?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** @example const api = await startTestApi(); const user = await api.addUser(["manager"]); */
export async function startTestApi(overrides: Record<string, string> = {}): Promise<TestApi> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-api-"));
  await chmod(folder, 0o755);
  const postgres = await acquireDatabase(folder, { name: "migrated", fill: migrateAt });
  const clickhouse = await acquireAnalytics(folder);
  const env = { ...testEnvironment(folder, postgres, clickhouse), ...overrides };
  let api: RunningApi = await startApi(readConfig(env));
  if (env.CLICKHOUSE_URL === clickhouse.url) await awaitTables(clickhouse.url);
  const database = openDatabase(postgres.url, 4);
  const clientFor = (credential?: string) =>
    createApiClient({ baseUrl: api.url, credential: () => credential });

  let taken = 0;
  const drainRefusedStatements = async () => {
    const metrics = await (await fetch(`${api.internalUrl}/metrics`)).text();
    const all = Number(/^shoal_analytics_refused_statements_total (\d+)$/m.exec(metrics)?.[1]);
    const since = all - taken;
    taken = all;
    return since;
  };
  const assertNoneRefused = async () => {
    const refused = await drainRefusedStatements();
    if (refused !== 0)
      throw new Error(`The analytics engine refused ${refused} statements; the log says which`);
  };

  return {
    get url() {
      return api.url;
    },
    get internalUrl() {
      return api.internalUrl;
    },
    folder,
    database,
    databaseUrl: postgres.url,
    clickhouseUrl: clickhouse.url,
    env,
    anonymous: (route, call, options) => clientFor()(route, call, options),
    async addUser(roles, options = {}) {
      const users = createAuthRepository(database.db);
      const clientUuid = options.clientOf?.clientUuid ?? (await users.ensureClient(`client ${randomUUID()}`));
      const username = `user-${randomBytes(4).toString("hex")}`;
      hashedPassword ??= hashPassword(PASSWORD, { cost: CHEAP_HASH_COST });
      const passwordHash = await hashedPassword;
      const userUuid = await users.addUser({
        clientUuid,
        username,
        email: `${username}@example.org`,
        passwordHash,
        roles,
      });
      await users.setPassword(userUuid, passwordHash, options.isPasswordModified ?? true);
      const { credential } = await clientFor()(routes.login, { body: { username, password: PASSWORD } });
      const call: ApiCall = (route, input, settings) => clientFor(credential)(route, input, settings);
      return { username, clientUuid, userUuid, credential, call };
    },
    drainRefusedStatements,
    async restart(whileStopped) {
      await assertNoneRefused();
      await api.close();
      taken = 0;
      await whileStopped?.();
      api = await startApi(readConfig(env));
    },
    async close() {
      const checked = assertNoneRefused();
      await checked.catch(() => undefined);
      await api.close();
      await database.close();
      await clickhouse.release();
      await postgres.release();
      await rm(folder, { recursive: true, force: true });
      await checked;
    },
  };
}

/** Creates the tables of a test database, including the queue's tables, which each api would otherwise create. */
export async function migrateAt(url: string): Promise<void> {
  const { db, close } = openDatabase(url, 1);
  try {
    await migrate(db, { ofModules: joinMigrations(MODULES) });
    const tasks = MODULES.flatMap((module) => module.tasks ?? []).map(({ task }) => task);
    const errors: Error[] = [];
    const options = { databaseUrl: url, workers: { role: WORKER_ROLE, password: WORKER_PASSWORD }, tasks };
    const queue = await startJobQueue({ db, ...options, onError: (error) => errors.push(error) });
    await queue.stop();
    if (errors.length > 0) throw new AggregateError(errors, "The queue was not made");
  } finally {
    await close();
  }
}

/**
 * Waits until all tables exist. An api waits for them only for a while, but tests add rows immediately, however slow the disk is.
 */
async function awaitTables(url: string): Promise<void> {
  const analytics = openAnalytics(url);
  const query = `SELECT count() AS n FROM system.tables WHERE database = currentDatabase()
    AND create_table_query LIKE '%fsync_after_insert = 1%'`;
  const countPrepared = async () => {
    const answer = await analytics.query({ query, format: "JSONEachRow" });
    const [row] = await answer.json<{ n: number | string }>();
    return Number(row?.n);
  };
  await eventually(async () => (await countPrepared()) === ANALYTICS_TABLES.length, {
    what: "the tables of analytics",
  }).finally(() => analytics.close());
}

function testEnvironment(
  folder: string,
  postgres: TestDatabase,
  clickhouse: TestAnalytics,
): Record<string, string> {
  return {
    PORT: "0",
    INTERNAL_PORT: "0",
    API_PUBLIC_URL: "http://127.0.0.1:8080",
    EDGE_PUBLIC_URL: "http://127.0.0.1:8081",
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: clickhouse.url,
    MEDIA_STORE: join(folder, "media"),
    MAIL_DIR: join(folder, "mails"),
    // Tests never call external services.
    VIMEO_API_URL: "http://127.0.0.1:9",
    MUX_API_URL: "http://127.0.0.1:9",
    INTERNAL_SECRET: randomBytes(24).toString("hex"),
    WORKER_DATABASE_ROLE: WORKER_ROLE,
    WORKER_DATABASE_PASSWORD: WORKER_PASSWORD,
    DISK_LOW_BYTES: "0",
    LOG_LEVEL: "error",
    SHUTDOWN_DELAY_MS: "0",
  };
}
