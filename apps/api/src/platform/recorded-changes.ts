import { AsyncLocalStorage } from "node:async_hooks";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from "kysely";

/** Hooks that run in the transaction of each change made within a call. */
export interface ChangeRecorder {
  /** Called before a change is committed, on its connection; if it throws, the change is rolled back. */
  note(connection: DatabaseConnection): Promise<void>;
  /** The response of the call, set before its change is committed and stored with it. */
  answer?: unknown;
}

const currentRecorder = new AsyncLocalStorage<ChangeRecorder>();

/** Runs work whose changes to the database are recorded with a note, atomically. */
export const withRecorder = <T>(note: ChangeRecorder, work: () => T): T => currentRecorder.run(note, work);

/** Sets the response of the call, within the transaction of its change. */
export function recordResponse(answer: unknown): void {
  const note = currentRecorder.getStore();
  if (note) note.answer = answer;
}

/** Runs work that does not belong to any call, even if a call has started it. */
export const withoutRecorder = <T>(work: () => T): T => currentRecorder.exit(work);

/** Statements that change rows, including statements with changes in their WITH clause. */
const CHANGE_STATEMENT = /^\s*(?:insert|update|delete|merge|with)\b/i;

/** A PostgreSQL dialect that records changes of work with a note in their own transactions. */
export class RecordingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new RecordingDriver(this.#config);
  }
}

/** Records a change through the same connection, without recording this statement as another change. */
const recordOnConnection = (connection: DatabaseConnection, note: ChangeRecorder) =>
  withoutRecorder(() => note.note(connection));

class RecordingDriver extends PostgresDriver {
  readonly #watched = new WeakSet<DatabaseConnection>();
  readonly #inTransaction = new WeakSet<DatabaseConnection>();
  /** Connections whose current transaction has changed data. */
  readonly #changed = new WeakSet<DatabaseConnection>();

  override async acquireConnection(...options: Parameters<PostgresDriver["acquireConnection"]>) {
    const connection = await super.acquireConnection(...options);
    if (!this.#watched.has(connection)) this.#watch(connection);
    return connection;
  }

  override async beginTransaction(...[connection, settings]: Parameters<PostgresDriver["beginTransaction"]>) {
    this.#inTransaction.add(connection);
    await super.beginTransaction(connection, settings);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const note = currentRecorder.getStore();
    if (note && this.#changed.has(connection)) await recordOnConnection(connection, note);
    try {
      await super.commitTransaction(connection);
    } finally {
      this.#end(connection);
    }
  }

  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver["rollbackTransaction"]>
  ): Promise<void> {
    this.#end(connection);
    await super.rollbackTransaction(connection);
  }

  #end(connection: DatabaseConnection): void {
    this.#inTransaction.delete(connection);
    this.#changed.delete(connection);
  }

  /** Wraps a single statement and its note in a transaction, if there is a note. */
  #watch(connection: DatabaseConnection): void {
    this.#watched.add(connection);
    const execute = connection.executeQuery.bind(connection) as DatabaseConnection["executeQuery"];
    connection.executeQuery = async <R>(...query: Parameters<DatabaseConnection["executeQuery"]>) => {
      const note = currentRecorder.getStore();
      if (!note || !CHANGE_STATEMENT.test(query[0].sql)) return execute<R>(...query);
      if (this.#inTransaction.has(connection)) {
        this.#changed.add(connection);
        return execute<R>(...query);
      }
      try {
        await execute(CompiledQuery.raw("begin"));
        const result = await execute<R>(...query);
        await recordOnConnection(connection, note);
        await execute(CompiledQuery.raw("commit"));
        return result;
      } catch (error) {
        // If the connection is broken, the thrown error says so, and the error of the rollback is ignored.
        await execute(CompiledQuery.raw("rollback")).catch(() => undefined);
        throw error;
      }
    };
  }
}
