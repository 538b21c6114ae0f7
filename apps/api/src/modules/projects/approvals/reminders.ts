import type { Language } from "@shoal/contract";
import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import { createPostponed } from "../../../platform/postponed.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { listUnsubscribeUrls, PROJECT_MAILS } from "../news/index.ts";
import { createProjectsRepository } from "../projects/index.ts";
import { createApprovalsRepository, isReminderDue } from "./approvals.repository.ts";
import { isOfEarlierFile } from "./decided-file.ts";
import { saveStatus } from "./evaluate-version.ts";

/** The number of due reminders that are listed at a time. */
const REMINDERS_PER_LIST = 100;

export interface RemindersDeps {
  db: Database;
  mails: MailSender;
  realtime: Pick<Realtime, "emitToUsers">;
  publicUrl: string;
  onError: (error: unknown) => void;
}

interface DueReminder {
  uuid: string;
  user_uuid: string | null;
  project_uuid: string;
  project_name: string;
  version_number: number;
  due_at: Date;
  is_over: boolean;
  is_waited_for: boolean;
  username: string;
  email: string | null;
  language: Language;
}

/**
 * Reminds reviewers without a decision once on the day before the due date and once when it is due. Each reminder is marked in the
 * transaction that stores its mail. One that fails is reported and retried later, so that it does not hold up the others. Reviewers
 * requested less than a day before the due date get no first reminder, and there are no reminders for older versions, archived
 * projects or people who left.
 */
export function createReminders({ db, mails, realtime, publicUrl, onError }: RemindersDeps) {
  const postponed = createPostponed<string>();

  /** Sends one reminder. @returns false if another replica is sending it, or has sent it. */
  async function remind(found: DueReminder, now: Date): Promise<boolean> {
    const mailed = isMailed(found) ? [found.user_uuid] : [];
    const unsubscribeUrls = await listUnsubscribeUrls(db, mailed, publicUrl);
    return db.transaction().execute(async (tx) => {
      const [row] = await listDue(tx, now, { locked: found.uuid });
      if (!row) return false;
      await sql`UPDATE approval_requests SET reminded_before_at = coalesce(reminded_before_at, ${now}),
        reminded_at = CASE WHEN ${row.is_over}::boolean THEN ${now}::timestamptz ELSE reminded_at END
        WHERE uuid = ${row.uuid}`.execute(tx);
      if (!isMailed(row)) return true;
      const unsubscribeUrl = unsubscribeUrls.get(row.user_uuid);
      await mails.send(tx, {
        mail: PROJECT_MAILS["decision-reminder"],
        to: row.email,
        language: row.language,
        values: {
          username: row.username,
          projectName: row.project_name,
          version: row.version_number,
          dueAt: row.due_at.toISOString(),
          isOver: row.is_over,
          url: `${publicUrl}/#/vireed/${row.project_uuid}/${row.version_number}`,
          ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
        },
      });
      return true;
    });
  }

  /** @returns whether more reminders may be due. */
  async function remindSome(now: Date): Promise<boolean> {
    const found = await listDue(db, now, { without: postponed.list(now.getTime()) });
    let settled = 0;
    for (const row of found)
      try {
        if (await remind(row, now)) settled += 1;
      } catch (error) {
        postponed.add(row.uuid, now.getTime());
        settled += 1;
        onError(error);
      }
    // If another replica holds the whole list, that replica continues.
    return found.length === REMINDERS_PER_LIST && settled > 0;
  }

  return {
    async remindOnce(now = new Date()): Promise<void> {
      while (await remindSome(now));
    },

    /** Updates the status of projects whose reviewers have left and no longer count. A project that fails does not block the others. */
    async settleLeavers(): Promise<void> {
      const { rows } = await sql<{ uuid: string; client_uuid: string }>`
        SELECT DISTINCT projects.uuid, projects.client_uuid FROM approval_requests AS asked
          JOIN projects ON projects.uuid = asked.project_uuid
        WHERE projects.status IN ('inReview', 'changesWanted') AND ${IS_OF_NEWEST} AND NOT ${IS_IN_PROJECT}
        UNION SELECT DISTINCT projects.uuid, projects.client_uuid FROM approval_decisions AS asked
          JOIN projects ON projects.uuid = asked.project_uuid
        WHERE projects.status = 'changesWanted' AND ${IS_OF_NEWEST} AND NOT ${IS_IN_PROJECT}`.execute(db);
      for (const { uuid, client_uuid } of rows) await settle(uuid, client_uuid).catch(onError);
    },

    /**
     * Requests new decisions if the file of the newest version was replaced after people decided, and updates the status of the
     * project, since nobody has approved the new file.
     */
    async settleReplacedFiles(): Promise<void> {
      const { rows } = await sql<{ uuid: string; client_uuid: string }>`
        SELECT projects.uuid, projects.client_uuid FROM projects
        WHERE projects.archived_at IS NULL AND (
          EXISTS (SELECT FROM approval_requests AS asked
            WHERE asked.project_uuid = projects.uuid AND ${IS_OF_NEWEST} AND ${isReminderDue("asked")})
          OR projects.status IN ('approved', 'approvedWithNotes', 'changesWanted')
            AND EXISTS (SELECT FROM approval_decisions AS asked WHERE asked.project_uuid = projects.uuid
              AND ${IS_OF_NEWEST} AND ${isOfEarlierFile("asked")})
            AND NOT EXISTS (SELECT FROM approval_decisions AS asked WHERE asked.project_uuid = projects.uuid
              AND ${IS_OF_NEWEST} AND NOT ${isOfEarlierFile("asked")}))`.execute(db);
      for (const { uuid, client_uuid } of rows) await settle(uuid, client_uuid, true).catch(onError);
    },
  };

  async function settle(uuid: string, clientUuid: string, isReplaced = false): Promise<void> {
    const listeners = await db.transaction().execute(async (tx) => {
      const project = await tx
        .selectFrom("projects")
        .select(["uuid", "client_uuid", "status"])
        .where("uuid", "=", uuid)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!project) return [];
      const approvals = createApprovalsRepository(tx);
      const number = isReplaced ? await approvals.findNewest(clientUuid, uuid) : undefined;
      const askedCount =
        number === undefined ? 0 : await approvals.remind({ clientUuid, projectUuid: uuid, number });
      const isOther = await saveStatus(tx, project);
      if (!isOther && askedCount === 0) return [];
      return createProjectsRepository(tx).listUserUuids(clientUuid, uuid);
    });
    realtime.emitToUsers(listeners, "project.changed", { uuid });
  }
}
export type Reminders = ReturnType<typeof createReminders>;

const isMailed = (row: DueReminder): row is DueReminder & { user_uuid: string; email: string } =>
  row.is_waited_for && row.user_uuid !== null && row.email !== null;

const IS_OF_NEWEST = sql`asked.version_number =
  (SELECT max(number) FROM project_versions WHERE project_uuid = asked.project_uuid)`;

/** Whether the user of a row of `asked` is in the project of its row of `projects`. */
const IS_IN_PROJECT = sql`(asked.user_uuid IS NOT NULL AND (projects.owner_uuid = asked.user_uuid
  OR EXISTS (SELECT FROM project_collaborators AS direct
    WHERE direct.project_uuid = projects.uuid AND direct.user_uuid = asked.user_uuid)
  OR EXISTS (SELECT FROM project_teams AS added
    JOIN team_members AS member ON member.team_uuid = added.team_uuid
    WHERE added.project_uuid = projects.uuid AND member.user_uuid = asked.user_uuid)) IS TRUE)`;

/**
 * Lists requests with a due reminder, needed or not.
 * @param only.without the requests to skip.
 * @param only.locked the single request to list and lock, unless another replica has locked it.
 */
async function listDue(
  tx: Tx,
  now: Date,
  only: { without: readonly string[] } | { locked: string },
): Promise<DueReminder[]> {
  const isLocked = "locked" in only;
  const among = isLocked
    ? sql`AND asked.uuid = ${only.locked}`
    : sql`AND NOT asked.uuid = ANY(${only.without}::uuid[])`;
  const { rows } = await sql<DueReminder>`
    SELECT asked.uuid, asked.user_uuid, asked.project_uuid, projects.name AS project_name, asked.version_number, asked.due_at,
      asked.due_at <= ${now} AS is_over,
      coalesce(users.username, asked.username) AS username, users.language,
      CASE WHEN users.email_verified_at IS NULL THEN NULL ELSE users.email END AS email,
      projects.archived_at IS NULL AND ${IS_OF_NEWEST} AND ${IS_IN_PROJECT} AND clients.vireed
        AND (asked.due_at <= ${now} OR asked.asked_at <= asked.due_at - interval '1 day')
        AND NOT EXISTS (SELECT FROM news_settings AS chosen WHERE chosen.user_uuid = asked.user_uuid
          AND (chosen.mail = 'never' OR 'decisionWanted' = ANY(chosen.unmailed)))
        AND NOT EXISTS (SELECT FROM approval_decisions AS decided WHERE decided.project_uuid = asked.project_uuid
          AND decided.version_number = asked.version_number AND decided.user_uuid = asked.user_uuid
          AND NOT ${isOfEarlierFile("decided")})
        AS is_waited_for
    FROM approval_requests AS asked
      JOIN projects ON projects.uuid = asked.project_uuid
      JOIN clients ON clients.uuid = asked.client_uuid
      LEFT JOIN users ON users.uuid = asked.user_uuid
    WHERE asked.reminded_at IS NULL AND (asked.due_at <= ${now}
      OR (asked.reminded_before_at IS NULL AND asked.due_at <= ${now}::timestamptz + interval '1 day'))
    ${among} ORDER BY asked.due_at, asked.uuid LIMIT ${REMINDERS_PER_LIST}
    ${isLocked ? sql`FOR UPDATE OF asked SKIP LOCKED` : sql``}`.execute(tx);
  return rows;
}
