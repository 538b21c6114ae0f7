import { randomBytes } from "node:crypto";
import { AppError } from "@shoal/contract";
import { type ParsedMail, waitForMail } from "@shoal/testkit";
import { sql } from "kysely";
import {
  createAccountLinks,
  FORGOTTEN_PASSWORD,
  type NewInvitation,
} from "../modules/accounts/auth/index.ts";
import { createMailsService, type MailsService, SEND_MAIL } from "../modules/accounts/mails/index.ts";
import { MODULES } from "../modules.ts";
import { joinMails } from "../platform/mail/define-mails.ts";
import { openMailer } from "../platform/mail/mailer.ts";
import { type JobQueue, startJobQueue } from "../platform/queue/job-queue.ts";
import type { TestApi, TestUser } from "../test-api.ts";

export const NEW_PASSWORD = "Better-horse-2";

/** Returns the code of the error that a call fails with, or "success". */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "success",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

/** Returns the api's error that a call fails with. */
export const errorOf = (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  );

/** Returns the address of a test user. */
export const emailOf = (user: TestUser) => `${user.username}@example.org`;

/** Marks the user's address as verified, as the link of a mail does. */
export async function verifyEmailOf(api: TestApi, user: TestUser): Promise<void> {
  await api.database.db
    .updateTable("users")
    .set({ email_verified_at: sql<Date>`now()` })
    .where("uuid", "=", user.userUuid)
    .execute();
}

/** Resets all counted attempts. */
export async function clearLimits(api: TestApi): Promise<void> {
  await api.database.db.deleteFrom("rate_limits").execute();
}

/** Returns the mail with this subject to this address. */
export const mailTo = (api: TestApi, address: string, subject: RegExp): Promise<ParsedMail> =>
  waitForMail(api.env.MAIL_DIR ?? "", (mail) => mail.to === address && subject.test(mail.subject));

/** Extracts the key from the link of a mail: the last part of its path, or `key` of its query. */
export function extractKey(mail: ParsedMail): string {
  const link = mail.links.find((address) => address.includes("/#/")) ?? "";
  const page = new URL(link.split("/#")[1] ?? "", "http://page");
  return page.searchParams.get("key") ?? page.pathname.split("/").at(-1) ?? "";
}

/** A second replica's queue and mails on the database of a running api, without its consumers. */
export interface MailHarness {
  queue: JobQueue;
  mails: MailsService;
  /** Adds a user who has not been activated yet. */
  addInvited(clientOf: TestUser, email: string | null): Promise<{ userUuid: string; username: string }>;
  invite(userUuid: string): Promise<NewInvitation>;
  close(): Promise<void>;
}

export async function openMailHarness(
  api: Pick<TestApi, "env"> & { database: Pick<TestApi["database"], "db"> },
  onError: (error: unknown) => void = () => undefined,
): Promise<MailHarness> {
  const { db } = api.database;
  const { DATABASE_URL = "", MAIL_DIR = "", API_PUBLIC_URL = "" } = api.env;
  const { WORKER_DATABASE_ROLE: role = "", WORKER_DATABASE_PASSWORD: password = "" } = api.env;
  const queue = await startJobQueue({
    db,
    databaseUrl: DATABASE_URL,
    workers: { role, password },
    tasks: [SEND_MAIL, FORGOTTEN_PASSWORD],
    onError,
  });
  const mailer = openMailer({ smtpUrl: undefined, folder: MAIL_DIR, from: "Shoal <no-reply@shoal.example>" });
  const catalog = joinMails(MODULES);
  const mails = createMailsService({
    catalog,
    db,
    queue,
    mailer,
    supportEmail: "support@shoal.example",
    onError,
  });
  const links = createAccountLinks(mails, API_PUBLIC_URL);
  return {
    queue,
    mails,
    async addInvited({ clientUuid }, email) {
      const username = `invited-${randomBytes(4).toString("hex")}`;
      const { uuid } = await db
        .insertInto("users")
        .values({ client_uuid: clientUuid, username, email, roles: ["editor"], language: "FR" })
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return { userUuid: uuid, username };
    },
    invite: (userUuid) => db.transaction().execute((tx) => links.invite(tx, userUuid)),
    async close() {
      await queue.stop();
      mailer.close();
    },
  };
}
