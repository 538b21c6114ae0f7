import { type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";
import pg from "pg";
import type { Database, Tx } from "./database.ts";

/** The channel on which database triggers announce work, by topic. */
const WORK_CHANNEL = "shoal_work";
const RECONNECT_DELAY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * The interval at which PostgreSQL is checked; it must respond before the next check. A connection that died without being
 * closed, for example because a database server was replaced, would otherwise be noticed after hours.
 */
const HEARTBEAT_INTERVAL_MS = 10_000;

/** Kinds of work that wait in tables; each has its triggers (`notifyTriggers`). */
export type WorkTopic =
  | "imports"
  | "exits"
  | "arrivals"
  | "webhooks"
  | "plans"
  | "news"
  | "figures"
  | "repairs"
  | "alignments"
  | "doctor";

export interface WorkNotifications {
  /** Calls `wake` whenever there may be work, including after a reconnection. @returns unsubscribes. */
  on(topic: WorkTopic, wake: () => void): () => void;
  close(): Promise<void>;
}

/** Receives PostgreSQL's notifications of new work. Subscribers check the tables themselves, so a lost notification only costs time. */
export class NotificationListener implements WorkNotifications {
  readonly #options: { databaseUrl: string; onError: (error: unknown) => void };
  readonly #heartbeat: NodeJS.Timeout;
  readonly #subscribers = new Map<WorkTopic, Set<() => void>>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether LISTEN has been sent on the connection. */
  #isListening = false;
  /** Whether the last heartbeat got a response. */
  #isAnswered = true;
  #isClosed = false;

  /** @param options.databaseUrl the URL of PostgreSQL itself: a transaction pooler forwards no notifications. */
  constructor({
    heartbeatMs = HEARTBEAT_INTERVAL_MS,
    ...options
  }: {
    databaseUrl: string;
    onError: (error: unknown) => void;
    heartbeatMs?: number;
  }) {
    this.#options = options;
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs).unref();
  }

  on(topic: WorkTopic, wake: () => void): () => void {
    const wakes = this.#subscribers.get(topic) ?? new Set();
    this.#subscribers.set(topic, wakes.add(wake));
    return () => void wakes.delete(wake);
  }

  /**
   * Starts listening, and reconnects after a lost connection.
   * @throws Error if this connection fails; another connection is made nevertheless.
   */
  async listen(): Promise<void> {
    if (this.#isClosed) return;
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      application_name: "shoal-api-notifications",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    this.#client = client;
    client.on("notification", ({ payload }) => this.#notify(payload as WorkTopic));
    client.on("error", this.#options.onError);
    client.on("end", () => this.#retry());
    await client.connect();
    // Heartbeats begin before LISTEN has completed. Their queries wait behind it, so a LISTEN that never completes is noticed too.
    this.#isAnswered = true;
    this.#isListening = true;
    try {
      await client.query(`LISTEN ${WORK_CHANNEL}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    for (const topic of this.#subscribers.keys()) this.#notify(topic);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    await this.#client?.end().catch(() => undefined);
  }

  #notify(topic: WorkTopic): void {
    for (const wake of this.#subscribers.get(topic) ?? []) wake();
  }

  #beat(): void {
    const client = this.#client;
    if (!this.#isListening || !client) return;
    if (!this.#isAnswered) {
      this.#isListening = false;
      this.#options.onError(new Error("PostgreSQL stopped answering the connection that listens for work"));
      // With a query in progress, this destroys the connection instead of waiting for the server.
      void client.end();
      return;
    }
    this.#isAnswered = false;
    client.query("SELECT").then(
      () => {
        if (client === this.#client) this.#isAnswered = true;
      },
      () => undefined,
    );
  }

  #retry(): void {
    this.#isListening = false;
    if (this.#isClosed) return;
    this.#timer = setTimeout(
      () => void this.listen().catch(this.#options.onError),
      RECONNECT_DELAY_MS,
    ).unref();
  }
}

/** Announces work that no trigger announces. Inside a transaction it is sent on commit. */
export async function notifyWork(db: Database | Tx, topic: WorkTopic): Promise<void> {
  await sql`SELECT pg_notify(${sql.lit(WORK_CHANNEL)}, ${topic})`.execute(db);
}

interface NotifyTrigger {
  table: string;
  topic: WorkTopic;
  /** The prefix of the triggers' names, for the second topic of a table; the table by default. */
  prefix?: string;
  /** The columns whose changes are announced; all if empty. */
  of?: readonly string[];
  /** Condition on an inserted row, `NEW`. */
  isAdded?: RawBuilder<unknown>;
  /** Condition on a changed row, `OLD` and `NEW`. */
  isChanged?: RawBuilder<unknown>;
}

/** Returns the milliseconds until a time by the database's clock, since the clocks of replicas may differ. */
export const msUntil = (time: RawBuilder<unknown>) =>
  sql<number | null>`(1000 * extract(epoch FROM ${time} - clock_timestamp()))::float8`;

/** The function that the triggers call. */
export const NOTIFY_FUNCTION = sql`CREATE FUNCTION notify_work() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_notify(${sql.lit(WORK_CHANNEL)}, TG_ARGV[0]);
  RETURN NULL;
END $$`;

/**
 * Creates the triggers of a table. PostgreSQL delivers notifications on commit, and equal notifications of a transaction once.
 */
export function notifyTriggers({
  table,
  topic,
  prefix = table,
  of = [],
  isAdded,
  isChanged,
}: NotifyTrigger): RawBuilder<unknown>[] {
  const make = (name: string, when: RawBuilder<unknown>, isWanted: RawBuilder<unknown>) =>
    sql`CREATE TRIGGER ${sql.id(`${prefix}_notify_${name}`)} AFTER ${when} ON ${sql.table(table)} FOR EACH ROW WHEN (${isWanted})
      EXECUTE FUNCTION notify_work(${sql.lit(topic)})`;
  const columns = of.length > 0 ? sql`UPDATE OF ${sql.join(of.map((name) => sql.id(name)))}` : sql`UPDATE`;
  return [
    ...(isAdded ? [make("added", sql`INSERT`, isAdded)] : []),
    ...(isChanged ? [make("changed", columns, isChanged)] : []),
  ];
}

/** Creates the triggers for claimed work: they announce new work, and work whose claim now ends sooner. */
export function claimedWorkTriggers(
  table: string,
  topic: WorkTopic,
  states: readonly string[],
): RawBuilder<unknown>[] {
  const isOpen = sql`NEW.state IN (${sql.join(states.map((state) => sql.lit(state)))})`;
  return notifyTriggers({
    table,
    topic,
    of: ["state", "claimed_until"],
    isAdded: isOpen,
    isChanged: sql`${isOpen} AND (OLD.state <> NEW.state OR NEW.claimed_until < OLD.claimed_until)`,
  });
}

/** @example migrations: { "136-work-notifications": migrationOf([NOTIFY_FUNCTION, ...notifyTriggers({ … })]) } */
export const migrationOf = (statements: readonly RawBuilder<unknown>[]): Migration => ({
  async up(db) {
    for (const statement of statements) await statement.execute(db);
  },
});
