import { AppError } from "@shoal/contract";
import type { SecretBox } from "@shoal/tokens";
import type { DatabaseConnection } from "kysely";
import type { Database } from "../../../platform/database.ts";
import type { ChangeRecorder } from "../../../platform/recorded-changes.ts";
import { type CallName, createRepeatedCallsRepository, recordChange } from "./repeated-calls.repository.ts";

export interface CallAnswer {
  status: number;
  /** The response body as JSON; undefined if it has none. */
  text: string | undefined;
}

export interface RunningCallDeps {
  db: Database;
  /** The box that encrypts responses, some of which contain a secret that is returned only once. */
  box: SecretBox;
  onError(error: unknown): void;
  onOver(claim: string): void;
}

export interface ClaimedCall {
  name: CallName;
  claim: string;
  /** The status of a successful response. */
  status: number;
}

/** A call with an idempotency key that is in progress. */
export class RunningCall implements ChangeRecorder {
  readonly #deps: RunningCallDeps;
  readonly #name: CallName;
  readonly #claim: string;
  readonly #status: number;
  #hasChanged = false;
  /** Whether the call has its response. Later statements do not belong to it. */
  #isOver = false;
  answer?: unknown;

  constructor(deps: RunningCallDeps, { name, claim, status }: ClaimedCall) {
    this.#deps = deps;
    this.#name = name;
    this.#claim = claim;
    this.#status = status;
  }

  async note(connection: DatabaseConnection): Promise<void> {
    if (this.#isOver) return;
    const answer =
      this.answer === undefined
        ? undefined
        : {
            status: this.#status,
            sealedAnswer: this.#deps.box.seal(JSON.stringify(this.answer), this.#claim),
          };
    // The call stalled for so long that another process has taken it over.
    if (!(await recordChange(connection, this.#name, this.#claim, answer)))
      throw new AppError("unavailable", "This call took too long: send it again");
    this.#hasChanged = true;
  }

  /** Ends recording, so that later changes are ignored. */
  end(): void {
    this.#isOver = true;
  }

  /** Stores the response of a call that changed data or succeeded. Any other call may be repeated. */
  async settle({ status, text }: CallAnswer): Promise<void> {
    this.#isOver = true;
    const calls = createRepeatedCallsRepository(this.#deps.db);
    try {
      if (status < 400 || (this.#hasChanged && status < 500)) {
        const sealedAnswer = text === undefined ? null : this.#deps.box.seal(text, this.#claim);
        await calls.keepAnswer(this.#name, this.#claim, { status, sealedAnswer });
      } else if (this.#hasChanged) await calls.giveUp(this.#name, this.#claim);
      else await calls.release(this.#name, this.#claim);
    } catch (error) {
      // The caller has the response. A repeat is only notified that the call was carried out.
      this.#deps.onError(error);
    } finally {
      this.#deps.onOver(this.#claim);
    }
  }
}
