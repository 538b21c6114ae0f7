import type { Language, NewsKind } from "@shoal/contract";
import { dailyMailDue } from "@shoal/domain";
import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import { createPostponed } from "../../../platform/postponed.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { PROJECT_MAILS } from "./mails/index.ts";
import { type FoundNews, IS_SHOWN, NEWS_COLUMNS, NEWS_TABLES } from "./news.repository.ts";
import { listUnsubscribeUrls } from "./unsubscribe-urls.ts";

/** Events within this time after the first are part of the same mail, so that many comments cause one mail. */
export const BUNDLE_WINDOW_MS = 180_000;
/** The number of events listed in one mail; further events are only counted. */
const MAX_ITEMS = 20;
/** The number of bundles per run; the next run follows soon. */
const MAX_BUNDLES = 500;

export interface NewsMailerDeps {
  db: Database;
  mails: MailSender;
  publicUrl: string;
  /** Called with the error of a mail that could not be stored; the other mails follow. */
  onError: (error: unknown) => void;
}

/** The events of one mail; a daily mail covers all projects. */
interface NewsBundle {
  user_uuid: string;
  project_uuid: string | null;
  first_at: Date;
  is_daily: boolean;
  time_zone: string;
}

interface MailedReader {
  username: string;
  email: string | null;
  language: Language;
  is_mailed: boolean;
  unmailed: NewsKind[];
}

/**
 * Sends mails about news that are still unread. Mailed news are marked in the transaction that stores the mail, with their rows
 * locked, so that a killed process has either done both or nothing. Other replicas skip locked rows. A mail that fails is
 * retried later, so that it does not count towards the limit of the next runs.
 */
export function createNewsMailer({ db, mails, publicUrl, onError }: NewsMailerDeps) {
  const postponed = createPostponed<string>();
  return {
    async mailOnce(now = new Date()): Promise<void> {
      const skipped = new Set(postponed.list(now.getTime()));
      const due = (await listBundles(db, now)).filter((bundle) => !skipped.has(keyOf(bundle)));
      for (const bundle of due.slice(0, MAX_BUNDLES))
        await mailBundle(bundle).catch((error: unknown) => {
          postponed.add(keyOf(bundle), now.getTime());
          onError(error);
        });
    },
  };

  async function mailBundle(bundle: DueBundle): Promise<void> {
    const { user_uuid: user } = bundle;
    const unsubscribeUrl = (await listUnsubscribeUrls(db, [user], publicUrl)).get(user);
    // The user was deleted in the meantime, with the notification.
    if (unsubscribeUrl === undefined) return;
    const writer = { mails, publicUrl, unsubscribeUrl };
    await db.transaction().execute((tx) => settleBundle(tx, writer, bundle));
  }
}
export type NewsMailer = ReturnType<typeof createNewsMailer>;

/**
 * Lists due bundles. Immediate bundles wait for their bundling time. Daily bundles that are not due do not count towards the limit: they
 * are older than immediate ones, which would otherwise wait for them.
 */
async function listBundles(db: Database, now: Date): Promise<DueBundle[]> {
  const { rows } = await sql<NewsBundle>`
    SELECT * FROM (
      SELECT news.user_uuid, min(news.at) AS first_at,
        CASE WHEN chosen.mail = 'daily' THEN NULL ELSE news.project_uuid END AS project_uuid,
        chosen.mail IS NOT DISTINCT FROM 'daily' AS is_daily,
        coalesce(chosen.time_zone, client_rules.time_zone, 'UTC') AS time_zone
      FROM news
        LEFT JOIN news_settings AS chosen ON chosen.user_uuid = news.user_uuid
        LEFT JOIN client_rules ON client_rules.client_uuid = news.client_uuid
      WHERE news.settled_at IS NULL GROUP BY news.user_uuid, 3, 4, 5
    ) AS waiting
    WHERE is_daily OR first_at <= ${new Date(now.getTime() - BUNDLE_WINDOW_MS)}
    ORDER BY first_at`.execute(db);
  return rows
    .map((bundle) => ({ ...bundle, until: endOfBundle(bundle, now) }))
    .filter(({ is_daily, first_at, until }) => !is_daily || first_at < until);
}

type DueBundle = NewsBundle & { until: Date };

const keyOf = ({ user_uuid, project_uuid }: NewsBundle) => `${user_uuid}/${project_uuid}`;

/** Returns the time up to which a mail contains news. */
const endOfBundle = ({ is_daily, time_zone }: NewsBundle, now: Date): Date =>
  is_daily ? new Date(dailyMailDue(now.getTime(), time_zone)) : now;

async function settleBundle(
  tx: Tx,
  {
    mails,
    publicUrl,
    unsubscribeUrl,
  }: Pick<NewsMailerDeps, "mails" | "publicUrl"> & { unsubscribeUrl: string },
  { user_uuid: userUuid, project_uuid: projectUuid, until }: DueBundle,
): Promise<void> {
  const ofProject = projectUuid === null ? sql`` : sql`AND project_uuid = ${projectUuid}`;
  const { rows: locked } = await sql<{ id: number }>`SELECT id FROM news WHERE user_uuid = ${userUuid}
    ${ofProject} AND settled_at IS NULL AND at <= ${until} ORDER BY id FOR UPDATE SKIP LOCKED`.execute(tx);
  if (locked.length === 0) return;
  const ids = locked.map(({ id }) => id);
  await sql`UPDATE news SET settled_at = now() WHERE id = ANY(${ids}::bigint[])`.execute(tx);
  const reader = await findReader(tx, userUuid);
  if (!reader?.is_mailed || reader.email === null) return;
  const found = (await listMailed(tx, userUuid, ids)).filter(({ kind }) => !reader.unmailed.includes(kind));
  const [first] = found;
  if (!first) return;
  await mails.send(tx, {
    mail: PROJECT_MAILS["project-news"],
    to: reader.email,
    language: reader.language,
    values: {
      username: reader.username,
      items: found.slice(0, MAX_ITEMS).map((row) => ({
        kind: row.kind,
        by: row.by,
        projectName: row.project_name,
        version: row.version_number,
        excerpt: row.excerpt ?? "",
        decision: row.decision,
      })),
      moreCount: Math.max(0, found.length - MAX_ITEMS),
      url: `${publicUrl}/#${placeOf(found)}`,
      unsubscribeUrl,
    },
  });
}

/** Returns the target of the button: the comment of a single event, otherwise the page that all events concern. */
function placeOf(found: readonly FoundNews[]): string {
  const [first] = found;
  if (!first || found.some(({ project_uuid }) => project_uuid !== first.project_uuid)) return "/vireed";
  const version = Math.max(...found.map(({ version_number }) => version_number));
  const comment = found.length === 1 && first.comment_uuid ? `?comment=${first.comment_uuid}` : "";
  return `/vireed/${first.project_uuid}/${version}${comment}`;
}

/** Finds a user who may be mailed: their address was verified, and their client has projects. */
async function findReader(tx: Tx, userUuid: string): Promise<MailedReader | undefined> {
  const { rows } = await sql<MailedReader>`
    SELECT users.username, users.language,
      CASE WHEN users.email_verified_at IS NULL THEN NULL ELSE users.email END AS email,
      clients.vireed AND coalesce(chosen.mail, 'atOnce') <> 'never' AS is_mailed,
      coalesce(chosen.unmailed, '{}') AS unmailed
    FROM users JOIN clients ON clients.uuid = users.client_uuid
      LEFT JOIN news_settings AS chosen ON chosen.user_uuid = users.uuid
    WHERE users.uuid = ${userUuid}`.execute(tx);
  return rows[0];
}

/** Lists, in order, the news that are still unread, of projects that the user is still in. */
async function listMailed(tx: Tx, userUuid: string, ids: readonly number[]): Promise<FoundNews[]> {
  const { rows } = await sql<FoundNews>`SELECT ${NEWS_COLUMNS} FROM ${NEWS_TABLES}
    WHERE news.id = ANY(${ids}::bigint[]) AND news.read_at IS NULL AND ${IS_SHOWN}
      AND news.client_uuid = (SELECT client_uuid FROM users WHERE uuid = ${userUuid})
      AND (projects.owner_uuid = ${userUuid}
        OR EXISTS (SELECT FROM project_collaborators AS direct
          WHERE direct.project_uuid = projects.uuid AND direct.user_uuid = ${userUuid})
        OR EXISTS (SELECT FROM project_teams AS added
          JOIN team_members AS member ON member.team_uuid = added.team_uuid
          WHERE added.project_uuid = projects.uuid AND member.user_uuid = ${userUuid}))
    ORDER BY projects.name, news.id`.execute(tx);
  return rows;
}
