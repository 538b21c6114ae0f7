import { IDEMPOTENCY_HOURS } from "@shoal/contract";
import { CompiledQuery, type DatabaseConnection, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** The values that identify a call. */
export interface CallName {
  clientUuid: string;
  callerUuid: string;
  route: string;
  keyHash: string;
}

export interface StoredAnswer {
  status: number;
  sealedAnswer: string | null;
}

/** How long a process may be silent before its call is taken over. */
const CLAIM_LIFETIME_SEC = 15;

const claimedUntil = sql<Date>`now() + make_interval(secs => ${CLAIM_LIFETIME_SEC})`;
const RETENTION_INTERVAL = sql`make_interval(hours => ${IDEMPOTENCY_HOURS})`;

/** Creates the repository of calls with idempotency keys. */
export function createRepeatedCallsRepository(db: Tx) {
  const named = ({ clientUuid, callerUuid, route, keyHash }: CallName) =>
    db
      .selectFrom("repeated_calls")
      .selectAll()
      .select(sql<Date>`now()`.as("read_at"))
      .where("client_uuid", "=", clientUuid)
      .where("caller_uuid", "=", callerUuid)
      .where("route", "=", route)
      .where("key_hash", "=", keyHash);

  return {
    /**
     * Claims a call that is new or older than the retention, or a repeat of a call whose process died without a change.
     * @returns whether the call was claimed.
     */
    async claim(name: CallName, digest: string, claim: string): Promise<boolean> {
      const { rows } = await sql`
        INSERT INTO repeated_calls AS kept (client_uuid, caller_uuid, route, key_hash, digest, claim, claimed_until)
        VALUES (${name.clientUuid}, ${name.callerUuid}, ${name.route}, ${name.keyHash}, ${digest}, ${claim}, ${claimedUntil})
        ON CONFLICT (client_uuid, caller_uuid, route, key_hash) DO UPDATE SET
          digest = excluded.digest, claim = excluded.claim, claimed_until = excluded.claimed_until, state = 'running',
          status = NULL, sealed_answer = NULL, created_at = now(), answered_at = NULL
        WHERE kept.created_at < now() - ${RETENTION_INTERVAL}
          OR (kept.state = 'running' AND kept.claimed_until < now() AND kept.digest = excluded.digest)
        RETURNING kept.claim`.execute(db);
      return rows.length > 0;
    },

    find: (name: CallName) => named(name).executeTakeFirst(),

    /** Renews the claims of running calls. */
    async keepClaims(claims: readonly string[]): Promise<void> {
      await sql`UPDATE repeated_calls SET claimed_until = ${claimedUntil}
        WHERE claim = ANY(${claims}) AND state <> 'answered'`.execute(db);
    },

    async keepAnswer({ clientUuid }: CallName, claim: string, { status, sealedAnswer }: StoredAnswer) {
      await db
        .updateTable("repeated_calls")
        .set({ state: "answered", status, sealed_answer: sealedAnswer, answered_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("claim", "=", claim)
        .execute();
    },

    /** Releases a call that failed without changes, so that it can be repeated immediately. */
    async release({ clientUuid }: CallName, claim: string): Promise<void> {
      await db
        .deleteFrom("repeated_calls")
        .where("client_uuid", "=", clientUuid)
        .where("claim", "=", claim)
        .where("state", "=", "running")
        .execute();
    },

    /** Marks a call that changed data before its process died, whose response is lost. */
    async giveUp({ clientUuid }: CallName, claim: string): Promise<void> {
      await db
        .updateTable("repeated_calls")
        .set({ claimed_until: sql<Date>`now() - interval '1 second'` })
        .where("client_uuid", "=", clientUuid)
        .where("claim", "=", claim)
        .where("state", "=", "done")
        .execute();
    },

    async prune(): Promise<void> {
      await sql`DELETE FROM repeated_calls WHERE created_at < now() - ${RETENTION_INTERVAL}`.execute(db);
    },
  };
}

/**
 * Records, in the transaction of a change, that the call has made it.
 * @returns false if another process has taken over the call, so that the change must not be made.
 */
export async function recordChange(
  connection: DatabaseConnection,
  { clientUuid }: CallName,
  claim: string,
  answer: StoredAnswer | undefined,
): Promise<boolean> {
  const { rows } = await connection.executeQuery(
    CompiledQuery.raw(
      `UPDATE repeated_calls SET state = $3, status = $4, sealed_answer = $5
       WHERE client_uuid = $1 AND claim = $2 RETURNING claim`,
      [clientUuid, claim, answer ? "answered" : "done", answer?.status ?? null, answer?.sealedAnswer ?? null],
    ),
  );
  return rows.length > 0;
}
