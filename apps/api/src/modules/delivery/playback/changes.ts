import type { ServerResponse } from "node:http";
import type { DescriptorChange } from "@shoal/contract/edge";
import { sql } from "kysely";
import pg from "pg";
import type { Database } from "../../../platform/database.ts";
import { PLAYBACK_CHANNEL } from "../../../platform/playback-changes.ts";

const RECONNECT_DELAY_MS = 1_000;
/** Milliseconds between heartbeats. An edge without one for 2.5 s requests every watched video instead. */
const HEARTBEAT_INTERVAL_MS = 1_000;
/** The number of heartbeats without a PostgreSQL response after which the connection counts as dead. */
const MAX_UNANSWERED_HEARTBEATS = 4;
const CONNECT_TIMEOUT_MS = 5_000;
/** The number of earlier changes that are sent again, because cursors are assigned before their transactions commit. */
const REPLAYED_OVERLAP = 500;
const MAX_REPLAY = 10_000;
const KEEP_HOURS = 48;

interface StreamedChange extends DescriptorChange {
  cursor: number;
}

/** Streams playback changes to edges. PostgreSQL notifications drive it, so that every replica receives all changes. */
export class PlaybackChanges {
  readonly #options: { db: Database; databaseUrl: string; onError: (error: unknown) => void };
  readonly #streams = new Set<ServerResponse>();
  readonly #heartbeat = setInterval(() => this.#beat(), HEARTBEAT_INTERVAL_MS);
  #client: pg.Client | undefined;
  #isListening = false;
  /** The number of heartbeats since the last PostgreSQL response. */
  #unanswered = 0;
  #isClosed = false;

  constructor(options: { db: Database; databaseUrl: string; onError: (error: unknown) => void }) {
    this.#options = options;
  }

  /** Starts listening, and reconnects when the connection breaks. */
  async listen(): Promise<void> {
    if (this.#isClosed) return;
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      application_name: "shoal-api-changes",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    this.#client = client;
    client.on("notification", ({ payload }) => this.#notify(payload ?? ""));
    client.on("error", (error) => this.#options.onError(error));
    client.on("end", () => this.#retry());
    await client.connect();
    // Heartbeats begin before LISTEN has completed. Their queries wait behind it, so a LISTEN that never completes is noticed too.
    this.#unanswered = 0;
    this.#isListening = true;
    try {
      await client.query(`LISTEN ${PLAYBACK_CHANNEL}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    // Streams that resumed after an interruption replay from their cursors.
    this.#endStreams();
  }

  /** Sends the changes after the cursor and then new ones. Without a cursor, it starts with the next change. */
  async stream(response: ServerResponse, cursor: number | undefined): Promise<void> {
    // The edge reconnects to another replica.
    if (this.#isClosed) return void response.writeHead(503).end();
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(": welcome\n\n");
    this.#streams.add(response);
    response.on("close", () => this.#streams.delete(response));
    if (cursor === undefined) return;
    const changes = await this.#listSince(cursor - REPLAYED_OVERLAP);
    // Streams that ended in the meantime reconnect; a finished response receives nothing more.
    for (const change of changes) if (this.#streams.has(response)) response.write(formatEvent(change));
  }

  /** Deletes changes that no edge needs any longer. */
  async prune(): Promise<void> {
    await this.#options.db
      .deleteFrom("descriptor_changes")
      .where("at", "<", sql<Date>`now() - ${sql.lit(`${KEEP_HOURS} hours`)}::interval`)
      .execute();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    this.#endStreams();
    await this.#client?.end().catch(() => undefined);
  }

  #listSince(cursor: number): Promise<StreamedChange[]> {
    return this.#options.db
      .selectFrom("descriptor_changes")
      .select(["cursor", "kind", "video_uuid as uuid", "revision"])
      .where("cursor", ">", cursor)
      .orderBy("cursor")
      .limit(MAX_REPLAY)
      .execute();
  }

  #notify(payload: string): void {
    const [cursor, uuid = "", revision, kind = "video"] = payload.split(":");
    const change = { kind: kind as StreamedChange["kind"], uuid, revision: Number(revision) };
    this.#write(formatEvent({ cursor: Number(cursor), ...change }));
  }

  /**
   * Sends heartbeats to the edges while PostgreSQL responds. A connection that died without being closed, for example because a
   * database server was replaced, delivers no changes either.
   */
  #beat(): void {
    const client = this.#client;
    if (!this.#isListening || !client) return;
    if (this.#unanswered >= MAX_UNANSWERED_HEARTBEATS) {
      this.#isListening = false;
      this.#options.onError(
        new Error("PostgreSQL stopped answering the connection that listens for changes"),
      );
      void client.end();
      return;
    }
    this.#unanswered += 1;
    if (this.#unanswered > 1) return;
    client.query("SELECT").then(
      () => {
        if (client !== this.#client || !this.#isListening) return;
        this.#unanswered = 0;
        // All changes before this response have arrived on its connection.
        this.#write(": still here\n\n");
      },
      () => undefined,
    );
  }

  #write(text: string): void {
    for (const stream of this.#streams) stream.write(text);
  }

  #endStreams(): void {
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
  }

  #retry(): void {
    this.#isListening = false;
    if (this.#isClosed) return;
    // Edges reconnect and replay from their cursors, so that they miss nothing from the time without a connection.
    this.#endStreams();
    setTimeout(() => void this.listen().catch(this.#options.onError), RECONNECT_DELAY_MS).unref();
  }
}

function formatEvent({ cursor, ...change }: StreamedChange): string {
  return `id: ${cursor}\ndata: ${JSON.stringify(change)}\n\n`;
}
