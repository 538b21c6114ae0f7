/** Runs PostgreSQL's COPY over a client's connection, with back-pressure in both directions. */
import { once } from "node:events";
import { Readable } from "node:stream";
import type pg from "pg";

/** The properties of `pg` that its types do not declare. */
interface CopyConnection {
  readonly stream: NodeJS.ReadWriteStream & { writableNeedDrain: boolean; destroyed: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

const rowsOf = (tag: string) => Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? 0);

/** The rows of a `COPY … TO STDOUT`. */
class CopyOut extends Readable {
  readonly #statement: string;
  #connection: CopyConnection | undefined;
  rows = 0;
  constructor(statement: string) {
    super({ highWaterMark: 1024 * 1024 });
    this.#statement = statement;
  }

  submit(connection: CopyConnection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser reuses its buffer, so the bytes are copied.
    if (!this.push(Buffer.from(chunk))) this.#connection?.stream.pause();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsOf(text);
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  /** Reads the statement to its end if the reader of the rows stops early. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#connection?.stream.resume();
    done(error);
  }
}

/**
 * Starts a `COPY … TO STDOUT`. The stream fails with the server's error; `rows()` counts the rows once it has ended. Until
 * then the client cannot run anything else.
 */
export function copyOut(client: pg.Client, statement: string): { stream: Readable; rows(): number } {
  const stream = new CopyOut(statement);
  client.query(stream as unknown as pg.Submittable);
  return { stream, rows: () => stream.rows };
}

/**
 * Runs a `COPY … FROM STDIN` with these bytes.
 * @returns the number of rows.
 * @throws the server's error, or the error of `bytes`. In both cases, nothing is copied.
 */
export function copyIn(
  client: pg.Client,
  statement: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    let failure: unknown;
    const send = async (connection: CopyConnection) => {
      try {
        for await (const chunk of bytes) {
          // The server has already rejected an earlier row, so no further bytes are sent.
          if (failure !== undefined) return;
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
        }
        connection.endCopyFrom();
      } catch (error) {
        failure ??= error;
        if (!connection.stream.destroyed)
          connection.sendCopyFail(error instanceof Error ? error.message : String(error));
      }
    };
    client.query({
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyConnection) => void send(connection),
      handleCommandComplete({ text }: { text: string }) {
        rows = rowsOf(text);
      },
      handleReadyForQuery: () => resolve(rows),
      handleError(error: Error) {
        failure ??= error;
        reject(failure);
      },
    } as unknown as pg.Submittable);
  });
}
