import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type FakeSmtp, readMails, startFakeSmtp, waitForMail } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type RunningApi, startApi } from "../../../app.ts";
import { readConfig } from "../../../config.ts";
import { startTestApi, type TestApi } from "../../../test-api.ts";
import { type MailHarness, openMailHarness } from "../../../testing/account-harness.ts";
import { CLIENT_MAILS } from "../clients/index.ts";
import type { OutgoingMail } from "./index.ts";

let smtp: FakeSmtp;
let api: TestApi;
let mailHarness: MailHarness;
beforeAll(async () => {
  smtp = await startFakeSmtp();
  api = await startTestApi({ SMTP_URL: smtp.url, MAIL_FROM: "Shoal <no-reply@mail.example>" });
  mailHarness = await openMailHarness(api);
});
beforeEach(() => smtp.decide(() => "accept"));
afterAll(async () => {
  await mailHarness.close();
  await api.close();
  await smtp.close();
});

const sampleMail = (to: string): OutgoingMail<{ clientName: string }> => ({
  mail: CLIENT_MAILS["client-kept"],
  to,
  language: "EN",
  values: { clientName: "Harbour" },
});
const sendMail = (mail: ReturnType<typeof sampleMail>) =>
  api.database.db.transaction().execute((tx) => mailHarness.mails.send(tx, mail));
const listOffersTo = (recipient: string) => smtp.offered.filter((offer) => offer.recipient === recipient);

test("a mail reaches the server with its fields and is then deleted", async () => {
  const before = smtp.offered.length;
  await sendMail(sampleMail("a+b@example.org"));
  await smtp.waitForOffers(before + 1);
  const [offer] = listOffersTo("a+b@example.org");
  expect(offer?.mail).toMatchObject({
    from: "Shoal <no-reply@mail.example>",
    to: "a+b@example.org",
    subject: "The deletion of the account Harbour was cancelled",
  });
  expect(offer?.mail.headers.get("auto-submitted")).toBe("auto-generated");
  expect(offer?.mail.html).toContain("Harbour");
  await expect.poll(countWaitingMails).toBe(0);
});

test("a mail of a rolled-back transaction is not sent", async () => {
  const undone = api.database.db.transaction().execute(async (tx) => {
    await mailHarness.mails.send(tx, sampleMail("undone@example.org"));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await sendMail(sampleMail("after@example.org"));
  await expect.poll(() => listOffersTo("after@example.org").length).toBe(1);
  expect(listOffersTo("undone@example.org")).toEqual([]);
});

test("a temporary refusal by the mail server is retried, a permanent one is not", async () => {
  smtp.decide((recipient) => (recipient === "refused@example.org" ? "refuse" : "later"));
  await sendMail(sampleMail("refused@example.org"));
  await sendMail(sampleMail("later@example.org"));
  await expect.poll(() => listOffersTo("later@example.org").length).toBeGreaterThan(0);
  smtp.decide((recipient) => (recipient === "refused@example.org" ? "refuse" : "accept"));
  await expect.poll(() => listOffersTo("later@example.org").at(-1)?.verdict).toBe("accept");
  await expect.poll(countWaitingMails).toBe(0);
  expect(listOffersTo("refused@example.org")).toHaveLength(1);
  const ids = listOffersTo("later@example.org").map((offer) => offer.mail.messageId);
  expect(new Set(ids).size).toBe(1);
});

test("two replicas send each mail once", async () => {
  const second: RunningApi = await startApi(readConfig(api.env));
  const recipients = Array.from({ length: 30 }, (_, index) => `many-${index}@example.org`);
  try {
    await Promise.all(recipients.map((recipient) => sendMail(sampleMail(recipient))));
    await expect.poll(countWaitingMails).toBe(0);
  } finally {
    await second.close();
  }
  expect(recipients.map((recipient) => listOffersTo(recipient).length)).toEqual(recipients.map(() => 1));
});

test("a mail is not given up while a dead host still holds its lock", async () => {
  const { db } = api.database;
  smtp.decide(() => "later");
  await sendMail(sampleMail("locked@example.org"));
  await expect.poll(() => listOffersTo("locked@example.org").length).toBeGreaterThan(0);
  const { uuid } = await db.selectFrom("mails").select("uuid").executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom("mails").select("uuid").where("uuid", "=", uuid).forUpdate().execute();
    await expect(mailHarness.mails.deliver({ mailUuid: uuid })).rejects.toThrow("Another replica");
  });
  smtp.decide(() => "accept");
  await expect.poll(countWaitingMails).toBe(0);
  await expect(mailHarness.mails.deliver({ mailUuid: uuid })).resolves.toBeUndefined();
});

test("without a mail server, mails are written to private files in order of time", async () => {
  const local = await startTestApi();
  const other = await openMailHarness(local);
  const folder = local.env.MAIL_DIR ?? "";
  try {
    for (const to of ["first@example.org", "second@example.org"]) {
      await local.database.db.transaction().execute((tx) => other.mails.send(tx, sampleMail(to)));
      await waitForMail(folder, (mail) => mail.to === to);
    }
    expect(smtp.offered.filter((offer) => offer.recipient === "first@example.org")).toEqual([]);
    expect((await readMails(folder)).map((mail) => mail.to)).toEqual([
      "first@example.org",
      "second@example.org",
    ]);
    const [name = ""] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  } finally {
    await other.close();
    await local.close();
  }
});

test("the database role of workers cannot read mails", async () => {
  const { rows } = await sql<{
    mayRead: boolean;
  }>`SELECT has_table_privilege('shoal_worker', 'mails', 'SELECT')
    AS "mayRead"`.execute(api.database.db);
  expect(rows).toEqual([{ mayRead: false }]);
});

/** Counts the mails that were not sent yet. */
async function countWaitingMails(): Promise<number> {
  const { db } = api.database;
  const row = await db
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirst();
  return Number(row?.count);
}
