import type { Language } from "@shoal/contract";
import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { listUnsubscribeUrls, PROJECT_MAILS } from "../news/index.ts";
import { createProjectsRepository } from "../projects/index.ts";
import { createApprovalsRepository, isReminderDue } from "./approvals.repository.ts";
import { isOfEarlierFile } from "./decided-file.ts";
import { saveStatus } from "./evaluate-version.ts";

/** The number of reminders that are queued in one transaction. */
const MAILS_PER_TRANSACTION = 100;

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
 * Reminds reviewers without a decision once on the day before the due date and once when it is due. Marking and sending happen in
 * one transaction. Reviewers requested less than a day before the due date get no first reminder, and there are no reminders for
 * older versions, archived projects or people who left.
 */
export function createReminders({ db, mails, realtime, publicUrl, onError }: RemindersDeps) {
  async function remindSome(now: Date): Promise<number> {
    const found = await listDue(db, now);
    const mailed = found.filter(isMailed).map(({ user_uuid }) => user_uuid);
    const unsubscribeUrls = await listUnsubscribeUrls(db, mailed, publicUrl);
    const uuids = found.map(({ uuid }) => uuid);
    return db.transaction().execute(async (tx) => {
      const due = await listDue(tx, now, { locked: uuids });
      for (const row of due) {
        await sql`UPDATE approval_requests SET reminded_before_at = coalesce(reminded_before_at, ${now}),
          reminded_at = CASE WHEN ${row.is_over}::boolean THEN ${now}::timestamptz ELSE reminded_at END
          WHERE uuid = ${row.uuid}`.execute(tx);
        if (!isMailed(row)) continue;
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
      }
      return due.length;
    });
  }

  return {
    async remindOnce(now = new Date()): Promise<void> {
      while ((await remindSome(now)) === MAILS_PER_TRANSACTION);
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
 * Lists requests with a due reminder, needed or not. @param locked whether to lock the requests that no other replica has locked.
 */
async function listDue(
  tx: Tx,
  now: Date,
  { locked }: { locked?: readonly string[] } = {},
): Promise<DueReminder[]> {
  const among = locked ? sql`AND asked.uuid = ANY(${locked}::uuid[])` : sql``;
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
    ${among} ORDER BY asked.due_at, asked.uuid LIMIT ${MAILS_PER_TRANSACTION}
    ${locked ? sql`FOR UPDATE OF asked SKIP LOCKED` : sql``}`.execute(tx);
  return rows;
}
