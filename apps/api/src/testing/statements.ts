import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import pg from "pg";

export interface RecordedStatement {
  sql: string;
  values: readonly unknown[];
  /** The database's response, once it has arrived. */
  rows: readonly object[];
}

/** Marks a request whose statements are recorded. */
export const CALL_HEADER = "x-test-call";
const REQUEST_STARTS = "http.server.request.start";

/** Records every statement sent to PostgreSQL while a marked request is served, and after its response. */
export interface StatementRecorder {
  /** Returns the statements of a call in the order in which they were sent. */
  statementsOf(call: string): readonly RecordedStatement[];
  /** Records what `work` sends. */
  during(call: string, work: () => Promise<unknown>): Promise<void>;
  stop(): void;
}

/** Starts recording. This must happen before the api starts: its connections are observed from their start. */
export function recordStatements(): StatementRecorder {
  const byCall = new Map<string, RecordedStatement[]>();
  const current = new AsyncLocalStorage<RecordedStatement[] | undefined>();
  const listFor = (call: string) => byCall.get(call) ?? byCall.set(call, []).get(call);
  const begin = (message: unknown) => {
    const call = (message as { request: IncomingMessage }).request.headers[CALL_HEADER];
    current.enterWith(typeof call === "string" ? listFor(call) : undefined);
  };
  const restore = watchQueries((statement) => current.getStore()?.push(statement));
  subscribe(REQUEST_STARTS, begin);
  return {
    statementsOf: (call) => byCall.get(call) ?? [],
    during: async (call, work) => void (await current.run(listFor(call), work)),
    stop() {
      unsubscribe(REQUEST_STARTS, begin);
      restore();
    },
  };
}

type QueryFunction = (first: unknown, values?: unknown, ...rest: unknown[]) => unknown;

function watchQueries(note: (statement: RecordedStatement) => void): () => void {
  const prototype = pg.Client.prototype as unknown as { query: QueryFunction };
  const { query } = prototype;
  prototype.query = function watched(first, values, ...rest) {
    const statement = statementOf(first, values);
    note(statement);
    const answer = query.call(this, first, values, ...rest);
    // With a callback there is no promise; callers that await get a promise of their own.
    if (answer instanceof Promise) recordRows(statement, answer);
    return answer;
  };
  return () => {
    prototype.query = query;
  };
}

function recordRows(statement: RecordedStatement, answer: Promise<unknown>): void {
  answer.then(
    (result) => {
      statement.rows = (result as { rows?: object[] }).rows ?? [];
    },
    // The caller handles the error.
    () => undefined,
  );
}

function statementOf(first: unknown, values: unknown): RecordedStatement {
  if (typeof first === "string") return { sql: first, values: Array.isArray(values) ? values : [], rows: [] };
  const { text = "", values: own } = first as { text?: string; values?: unknown[] };
  return { sql: text, values: own ?? (Array.isArray(values) ? values : []), rows: [] };
}
