import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type FakeSmtp, startFakeSmtp } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test-api.ts";
import { type MailHarness, openMailHarness } from "../../../testing/account-harness.ts";
import { CLIENT_MAILS } from "../clients/index.ts";

let smtp: FakeSmtp;
let api: TestApi;
let mailHarness: MailHarness;
beforeAll(async () => {
  smtp = await startFakeSmtp();
  api = await startTestApi({ SMTP_URL: smtp.url, MAIL_FROM: "Shoal <no-reply@mail.example>" });
  mailHarness = await openMailHarness(api);
});
afterAll(async () => {
  await mailHarness?.close();
  await api?.close();
  await smtp?.close();
});

test("a mail that was being sent when its process was killed is sent by the next one", async () => {
  smtp.decide(() => "hang");
  const { db } = api.database;
  const waiting = () => db.selectFrom("mails").select("uuid").execute();
  await api.restart(async () => {
    const main = join(import.meta.dirname, "../../../main.ts");
    const child = fork(main, { env: { ...process.env, ...api.env }, stdio: "ignore" });
    await once(child, "message");
    await db.transaction().execute((tx) =>
      mailHarness.mails.send(tx, {
        mail: CLIENT_MAILS["client-kept"],
        to: "killed@example.org",
        language: "EN",
        values: { clientName: "Harbour" },
      }),
    );
    await smtp.waitForOffers(1);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    expect(await waiting()).toHaveLength(1);
    smtp.decide(() => "accept");
  });
  await smtp.waitForOffers(2);
  expect(smtp.offered.map(({ recipient, verdict }) => [recipient, verdict])).toEqual([
    ["killed@example.org", "hang"],
    ["killed@example.org", "accept"],
  ]);
  await expect.poll(waiting).toEqual([]);
});
