import { type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";
import pg from "pg";

/** On which triggers of the database say what there is to do, by the name of a bell. */
const CHANNEL = "shoal_work";
const RECONNECT_MS = 1_000;

/** What waits in tables, each with its trigger (`bellTrigger`). */
export type Bell = "imports" | "exits" | "arrivals" | "webhooks" | "plans" | "news";

export interface WorkBells {
  /** Calls back whenever there may be something to do, also after words may have been lost. @returns ends that. */
  on(bell: Bell, ring: () => void): () => void;
  close(): Promise<void>;
}

/** Hears from PostgreSQL what any replica, worker or person left to be done. Who is called looks for itself: a lost word costs time alone. */
export class BellEar implements WorkBells {
  readonly #options: { databaseUrl: string; onError: (error: unknown) => void };
  readonly #rings = new Map<Bell, Set<() => void>>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param options.databaseUrl of PostgreSQL itself: a pooler of transactions passes no notifications on. */
  constructor(options: { databaseUrl: string; onError: (error: unknown) => void }) {
    this.#options = options;
  }

  on(bell: Bell, ring: () => void): () => void {
    const rings = this.#rings.get(bell) ?? new Set();
    this.#rings.set(bell, rings.add(ring));
    return () => void rings.delete(ring);
  }

  /** Hears from now on; comes back by itself when the connection breaks. */
  async listen(): Promise<void> {
    if (this.#isClosed) return;
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      application_name: "shoal-api-bells",
      keepAlive: true,
    });
    this.#client = client;
    client.on("notification", ({ payload }) => this.#ring(payload as Bell));
    client.on("error", this.#options.onError);
    client.on("end", () => this.#retry());
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    for (const bell of this.#rings.keys()) this.#ring(bell);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  #ring(bell: Bell): void {
    for (const ring of this.#rings.get(bell) ?? []) ring();
  }

  #retry(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.listen().catch(this.#options.onError), RECONNECT_MS).unref();
  }
}

interface BellTrigger {
  table: string;
  bell: Bell;
  /** Columns whose change counts; any where there are none. */
  of?: readonly string[];
  /** Of an inserted row, `NEW`. */
  isAdded?: RawBuilder<unknown>;
  /** Of a changed row, `OLD` and `NEW`. */
  isChanged?: RawBuilder<unknown>;
}

/** Milliseconds until a time of the database, by its own clock: those of replicas go wrong. */
export const msUntil = (time: RawBuilder<unknown>) =>
  sql<number | null>`(1000 * extract(epoch FROM ${time} - clock_timestamp()))::float8`;

/** The function that triggers call. */
export const BELL_FUNCTION = sql`CREATE FUNCTION ring_bell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_notify(${sql.lit(CHANNEL)}, TG_ARGV[0]);
  RETURN NULL;
END $$`;

/** PostgreSQL passes a word on with the commit, and many of one transaction as one. */
export function bellTriggers({
  table,
  bell,
  of = [],
  isAdded,
  isChanged,
}: BellTrigger): RawBuilder<unknown>[] {
  const make = (name: string, when: RawBuilder<unknown>, isWanted: RawBuilder<unknown>) =>
    sql`CREATE TRIGGER ${sql.id(`${table}_ring_${name}`)} AFTER ${when} ON ${sql.table(table)} FOR EACH ROW WHEN (${isWanted})
      EXECUTE FUNCTION ring_bell(${sql.lit(bell)})`;
  const columns = of.length > 0 ? sql`UPDATE OF ${sql.join(of.map((name) => sql.id(name)))}` : sql`UPDATE`;
  return [
    ...(isAdded ? [make("added", sql`INSERT`, isAdded)] : []),
    ...(isChanged ? [make("changed", columns, isChanged)] : []),
  ];
}

/** Triggers of claimed work, which waits in some states until a time: told of what came, and of what is due sooner than it was. */
export function claimedWorkTriggers(
  table: string,
  bell: Bell,
  states: readonly string[],
): RawBuilder<unknown>[] {
  const isOpen = sql`NEW.state IN (${sql.join(states.map((state) => sql.lit(state)))})`;
  return bellTriggers({
    table,
    bell,
    of: ["state", "claimed_until"],
    isAdded: isOpen,
    isChanged: sql`${isOpen} AND (OLD.state <> NEW.state OR NEW.claimed_until < OLD.claimed_until)`,
  });
}

/** @example migrations: { "136-bells": migrationOf([BELL_FUNCTION, ...bellTriggers({ … })]) } */
export const migrationOf = (statements: readonly RawBuilder<unknown>[]): Migration => ({
  async up(db) {
    for (const statement of statements) await statement.execute(db);
  },
});
