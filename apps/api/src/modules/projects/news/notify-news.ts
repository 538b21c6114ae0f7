import type { NewsKind } from "@shoal/contract";
import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import { createPostponed } from "../../../platform/postponed.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { createProjectsRepository } from "../projects/index.ts";
import type { EventPayload, ProjectEventType } from "./news.table.ts";

/** The number of events whose notifications are created in one transaction. */
const EVENTS_PER_TRANSACTION = 200;

interface PendingEvent {
  id: number;
  uuid: string;
  client_uuid: string;
  project_uuid: string;
  version_number: number;
  type: ProjectEventType;
  at: Date;
  actor_uuid: string | null;
  subject_uuid: string | null;
  payload: EventPayload;
}

/** The people an event concerns, by kind of news. If several kinds apply to a person, the first counts. */
type ConcernedPeople = readonly (readonly [NewsKind, readonly (string | null)[]])[];

export interface NewsNotifierDeps {
  db: Database;
  realtime: Pick<Realtime, "emitToUsers">;
  /** Called with the error of an event whose notifications could not be written; the other events follow. */
  onError: (error: unknown) => void;
}

interface NotifiedEvents {
  count: number;
  users: string[];
}

/**
 * Turns events into notifications, once per person, and notifies their pages. An event is marked in the transaction that writes
 * its notifications, so that a killed process leaves it to the next process. If a transaction fails, its events are processed one
 * by one; those that fail again are reported and retried later.
 */
export function createNewsNotifier({ db, realtime, onError }: NewsNotifierDeps) {
  const postponed = createPostponed<number>();

  /** @param only the single event to process. */
  async function notifySome(only?: number): Promise<NotifiedEvents> {
    return db.transaction().execute(async (tx) => {
      if (!(await tryLockNotifier(tx))) return { count: 0, users: [] };
      const events = await listPending(tx, postponed.list(Date.now()), only);
      const users = new Set<string>();
      const inProjects = new Map<string, ReadonlySet<string>>();
      for (const event of events) {
        const { project_uuid: uuid } = event;
        const people = inProjects.get(uuid) ?? (await lockPeople(tx, event));
        inProjects.set(uuid, people);
        for (const user of await writeNews(tx, event, people)) users.add(user);
      }
      if (events.length > 0)
        await tx
          .updateTable("project_events")
          .set({ told_at: sql<Date>`now()` })
          .where(
            "id",
            "in",
            events.map(({ id }) => id),
          )
          .execute();
      return { count: events.length, users: [...users] };
    });
  }

  async function notifyEach(): Promise<NotifiedEvents> {
    const events = await listPending(db, postponed.list(Date.now()));
    const users = new Set<string>();
    for (const { id } of events)
      try {
        const told = await notifySome(id);
        // Another replica is creating notifications, and continues.
        if (told.count === 0) return { count: 0, users: [...users] };
        for (const user of told.users) users.add(user);
      } catch (error) {
        postponed.add(id, Date.now());
        onError(error);
      }
    return { count: events.length, users: [...users] };
  }

  return {
    async reportOnce(): Promise<void> {
      for (;;) {
        const { count, users } = await notifySome().catch(notifyEach);
        realtime.emitToUsers(users, "news.changed");
        if (count < EVENTS_PER_TRANSACTION) return;
      }
    },
  };
}
export type NewsNotifier = ReturnType<typeof createNewsNotifier>;

/** Lists events without notifications, the oldest first. @param without the events to skip. */
async function listPending(tx: Tx, without: readonly number[], only?: number): Promise<PendingEvent[]> {
  const { rows } = await sql<PendingEvent>`
    SELECT id, uuid, client_uuid, project_uuid, version_number, type, at, actor_uuid, subject_uuid, payload
    FROM project_events WHERE told_at IS NULL AND NOT id = ANY(${without}::bigint[])
    ${only === undefined ? sql`` : sql`AND id = ${only}`} ORDER BY id LIMIT ${EVENTS_PER_TRANSACTION}`.execute(
    tx,
  );
  return rows;
}

/**
 * Admits one replica at a time by an advisory lock. Rows of events are locked only after the notifications are written, because
 * deleting a client, a project or a user locks that row first and the events after it, which would deadlock.
 */
async function tryLockNotifier(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('news of projects', 0)) AS "isOurs"`.execute(tx);
  return rows[0]?.isOurs === true;
}

/**
 * Returns the people in the project of an event; nobody if the project or its client was deleted. Referenced rows are locked
 * until the notifications are written, in the order in which deletions lock them, so that a running deletion ends first and
 * nothing is written about deleted rows.
 */
async function lockPeople(tx: Tx, { client_uuid, project_uuid }: PendingEvent): Promise<ReadonlySet<string>> {
  const client = await sql`SELECT FROM clients WHERE uuid = ${client_uuid} FOR KEY SHARE`.execute(tx);
  const project = await sql`SELECT FROM projects WHERE uuid = ${project_uuid} FOR KEY SHARE`.execute(tx);
  if (client.rows.length === 0 || project.rows.length === 0) return new Set();
  const uuids = await createProjectsRepository(tx).listUserUuids(client_uuid, project_uuid);
  const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM users WHERE uuid = ANY(${uuids}::uuid[])
    ORDER BY uuid FOR KEY SHARE`.execute(tx);
  return new Set(rows.map(({ uuid }) => uuid));
}

/** Writes news, except of a person's own actions or for people outside the project. @returns the notified people. */
async function writeNews(tx: Tx, event: PendingEvent, people: ReadonlySet<string>): Promise<string[]> {
  const kinds = new Map<string, NewsKind>();
  for (const [kind, users] of await findConcerned(tx, event, people))
    for (const user of users)
      if (user !== null && user !== event.actor_uuid && people.has(user) && !kinds.has(user))
        kinds.set(user, kind);
  if (kinds.size === 0) return [];
  await tx
    .insertInto("news")
    .values(
      [...kinds].map(([user_uuid, kind]) => ({
        client_uuid: event.client_uuid,
        user_uuid,
        event_uuid: event.uuid,
        project_uuid: event.project_uuid,
        kind,
        at: event.at,
      })),
    )
    .onConflict((conflict) => conflict.columns(["user_uuid", "event_uuid"]).doNothing())
    .execute();
  return [...kinds.keys()];
}

async function findConcerned(
  tx: Tx,
  event: PendingEvent,
  people: ReadonlySet<string>,
): Promise<ConcernedPeople> {
  switch (event.type) {
    case "comment.created":
      return findReaders(tx, event);
    case "comment.mentioned":
      return [["mentioned", await findNewlyMentioned(tx, event)]];
    case "version.added": {
      // Reviewers are notified by the request for their decision.
      const { rows } = await sql<{ user: string | null }>`SELECT user_uuid AS user FROM approval_requests
        WHERE project_uuid = ${event.project_uuid} AND version_number = ${event.version_number}`.execute(tx);
      const notifiedUsers = new Set(rows.map(({ user }) => user));
      return [["versionAdded", [...people].filter((user) => !notifiedUsers.has(user))]];
    }
    case "decision.wanted":
      return [["decisionWanted", [event.payload.reviewer ?? null]]];
    case "decision.made": {
      const { rows } = await sql<{ user: string | null }>`
        SELECT asked_by_uuid AS user FROM approval_requests
          WHERE project_uuid = ${event.project_uuid} AND version_number = ${event.version_number}
        UNION SELECT publisher_uuid FROM project_versions
          WHERE project_uuid = ${event.project_uuid} AND number = ${event.version_number}
        UNION SELECT owner_uuid FROM projects WHERE uuid = ${event.project_uuid}`.execute(tx);
      return [["decisionMade", rows.map(({ user }) => user)]];
    }
  }
}

/** Finds mentioned people who were not yet notified of a mention in the same comment. */
async function findNewlyMentioned(
  tx: Tx,
  { payload, project_uuid, subject_uuid }: PendingEvent,
): Promise<string[]> {
  const { mentions = [] } = payload;
  const { rows } = await sql<{ user: string }>`SELECT DISTINCT news.user_uuid AS user FROM news
      JOIN project_events AS event ON event.uuid = news.event_uuid
    WHERE news.project_uuid = ${project_uuid} AND news.kind = 'mentioned'
      AND news.user_uuid = ANY(${mentions}::uuid[]) AND event.subject_uuid = ${subject_uuid}`.execute(tx);
  const notified = new Set(rows.map(({ user }) => user));
  return mentions.filter((user) => !notified.has(user));
}

/**
 * Finds the readers of a comment: people mentioned in it, then participants of its thread, then the publisher of the version. A
 * deleted comment has no readers.
 */
async function findReaders(tx: Tx, { payload, subject_uuid: uuid }: PendingEvent): Promise<ConcernedPeople> {
  const { rows } = await sql<{ thread: (string | null)[]; publisher: string | null }>`
    SELECT version.publisher_uuid AS publisher,
      ARRAY(SELECT DISTINCT other.author_uuid FROM comments AS other WHERE other.thread_uuid = comments.thread_uuid
        AND other.uuid <> comments.uuid AND other.deleted_at IS NULL) AS thread
    FROM comments JOIN project_versions AS version
      ON version.project_uuid = comments.project_uuid AND version.number = comments.version_number
    WHERE comments.uuid = ${uuid} AND comments.deleted_at IS NULL`.execute(tx);
  const [comment] = rows;
  if (!comment) return [];
  return [
    ["mentioned", payload.mentions ?? []],
    ["answered", comment.thread],
    ["commented", [comment.publisher]],
  ];
}
