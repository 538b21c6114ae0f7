import { createHash, createHmac, hkdfSync, randomUUID } from "node:crypto";
import { AppError, IDEMPOTENCY_HOURS } from "@shoal/contract";
import { canonicalJson, checkRepeat } from "@shoal/domain";
import type { SecretBox } from "@shoal/tokens";
import type { Database } from "../../../platform/database.ts";
import { createRepeatedCallsRepository } from "./repeated-calls.repository.ts";
import { type CallAnswer, RunningCall } from "./running-call.ts";

const CLAIM_RENEWAL_INTERVAL_MS = 5_000;
/** The maximum number of attempts to claim or read a call, which may fail in between. */
const MAX_READS = 5;

export interface NamedCall {
  clientUuid: string;
  callerUuid: string;
  route: string;
  key: string;
  /** The complete content of the call. */
  content: unknown;
  /** The status of a successful response. */
  status: number;
}

export interface RepeatedCallsDeps {
  db: Database;
  /** The box that encrypts responses, some of which contain a secret that is returned only once. */
  box: SecretBox;
  installationSecret: string;
  onError(error: unknown): void;
}

/** Creates the service of calls with idempotency keys, which are carried out only once. */
export function createRepeatedCallsService({ db, box, installationSecret, onError }: RepeatedCallsDeps) {
  const calls = createRepeatedCallsRepository(db);
  const digestKey = Buffer.from(hkdfSync("sha256", installationSecret, "", "shoal digests of calls", 32));
  const open = new Set<string>();
  const runningDeps = { db, box, onError, onOver: (claim: string) => void open.delete(claim) };
  let timer: NodeJS.Timeout | undefined;

  return {
    /**
     * Begins a call. @returns the earlier response, or a handle to carry out the call.
     * @throws AppError "idempotency_key_reused", "idempotency_in_progress", "idempotency_answer_lost".
     */
    async begin(call: NamedCall): Promise<{ given: CallAnswer } | { run: RunningCall }> {
      const name = {
        clientUuid: call.clientUuid,
        callerUuid: call.callerUuid,
        route: call.route,
        keyHash: createHash("sha256").update(call.key).digest("base64url"),
      };
      // A body may contain a password, which its digest must not reveal.
      const digest = createHmac("sha256", digestKey).update(canonicalJson(call.content)).digest("base64url");
      for (let read = 0; read < MAX_READS; read += 1) {
        const claim = randomUUID();
        if (await calls.claim(name, digest, claim)) {
          open.add(claim);
          return { run: new RunningCall(runningDeps, { name, claim, status: call.status }) };
        }
        const kept = await calls.find(name);
        if (!kept) continue;
        const verdict = checkRepeat(
          { digest: kept.digest, state: kept.state, claimedUntil: kept.claimed_until },
          digest,
          kept.read_at,
        );
        if (verdict === "replay") {
          const text = kept.sealed_answer === null ? undefined : box.open(kept.sealed_answer, kept.claim);
          return { given: { status: kept.status ?? call.status, text } };
        }
        if (verdict === "other_call")
          throw new AppError(
            "idempotency_key_reused",
            `This key was used for another call in the last ${IDEMPOTENCY_HOURS} hours: use a new one`,
          );
        if (verdict === "answer_lost")
          throw new AppError(
            "idempotency_answer_lost",
            "This call was carried out, but its response was lost: check what it created",
          );
        break;
      }
      const inProgress = new AppError(
        "idempotency_in_progress",
        "The first call with this key is still running",
      );
      inProgress.retryAfterSec = 1;
      throw inProgress;
    },

    prune: () => calls.prune(),

    start(): void {
      timer = setInterval(() => {
        if (open.size > 0) calls.keepClaims([...open]).catch(onError);
      }, CLAIM_RENEWAL_INTERVAL_MS);
    },

    async stop(): Promise<void> {
      clearInterval(timer);
    },
  };
}
export type RepeatedCallsService = ReturnType<typeof createRepeatedCallsService>;
