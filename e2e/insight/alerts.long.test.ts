import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { type Language, routes } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { type Account, openAccount } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person, resizePage } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

const PHONE_VIEWPORT = { width: 390, height: 844 };
const MINUTE_MS = 60_000;
const SESSION_COUNT = 12;

let platform: TestPlatform;
let admin: Account;
let manager: Person;
let clientUuid: string;
const browser = useBrowser();
beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const body = { clientname: "Lagoon", type: "platform" } as const;
  ({ uuid: clientUuid } = await admin.call(routes.createClient, { body }));
  const fields = { username: "lagoon-manager", roles: ["manager" as const], email: "manager@example.org" };
  manager = await addPerson(admin, clientUuid, fields);
});
afterAll(() => platform?.close());

/** Adds the errors of a dozen players within five minutes, and evaluates these minutes again, as the api does after a ClickHouse outage. */
async function addPlayerErrors(): Promise<void> {
  const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const sessions = Array.from({ length: SESSION_COUNT }, () => randomUUID());
  const values = [6, 5, 4, 3, 2].flatMap((ago) =>
    sessions.map(
      (session_uuid): Partial<SessionMinuteRow> => ({
        client_uuid: clientUuid,
        video_uuid: "regatta",
        session_uuid,
        version: 1,

        minute: (nowMs - ago * MINUTE_MS) / 1_000,
        attempts: 1,
        errors: 1,
      }),
    ),
  );
  const analytics = createClient({ url: platform.clickhouseUrl });
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
  const { db, close } = openDatabase(platform.databaseUrl, 1);
  const value = JSON.stringify(nowMs - 7 * MINUTE_MS);
  await db
    .insertInto("cursors")
    .values({ name: "alerts.figures", value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  await close();
}

const openPage = (path: string, language: Language = "EN") =>
  openAs(browser.context, admin, { person: manager, path, language });

test("an alert appears in the navigation and the list automatically, and its page shows who acknowledged it", async () => {
  const page = await openPage("/alert");
  await page.getByRole("heading", { name: "No alert" }).waitFor();
  await addPlayerErrors();
  await page.getByRole("link", { name: "ALERTS 1 open alert" }).waitFor();
  await page.getByRole("link", { name: "Playback errors" }).click();
  await page.getByRole("heading", { level: 1, name: "Playback errors – regatta" }).waitFor();
  await page.getByRole("img", { name: /The dashed line is the threshold of 10/ }).waitFor();
  await page.getByLabel("Note").fill("The origin is down: on the phone with them.");
  await page.getByRole("button", { name: "Acknowledge" }).click();
  const history = page.getByRole("region", { name: "History" });
  await history.getByText("Acknowledged by lagoon-manager").waitFor();
  await history.getByText("The origin is down: on the phone with them.").waitFor();
  await page.getByRole("link", { name: "All alerts" }).click();
  await page.getByRole("cell", { name: "Acknowledged", exact: true }).waitFor();
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Rebuffering" }).click();
  await page.getByRole("heading", { name: "No alerts match the filters" }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("link", { name: "Playback errors" }).waitFor();
});

/** Watches whether a text stays on the page. @returns a function that returns whether the text has disappeared since the call. */
async function watchText(page: Page, text: string): Promise<() => Promise<boolean>> {
  await page.evaluate((wanted) => {
    const seen = window as { hasVanished?: boolean };
    seen.hasVanished = false;
    const check = () => {
      if (!document.body.textContent.includes(wanted)) seen.hasVanished = true;
    };
    new MutationObserver(check).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  }, text);
  return () => page.evaluate<boolean>("window.hasVanished");
}

test("the page of a missing alert keeps its message when data is reloaded after a reconnection", async () => {
  const text = "This alert does not exist";
  const context = await browser.newContext();
  const line = Promise.withResolvers<void>();
  await context.routeWebSocket(/\/realtime\//, async (socket) => {
    await line.promise;
    socket.connectToServer();
  });
  const held: Route[] = [];
  let isHolding = false;
  await context.route(/\/api\/alerts\/[\da-f-]{36}$/, (route) =>
    isHolding ? void held.push(route) : route.continue(),
  );
  const page = await openAs(context, admin, { person: manager, path: `/alert/${randomUUID()}` });
  await page.getByText(text).waitFor();
  isHolding = true;
  const hasVanished = await watchText(page, text);
  line.resolve();
  await expect.poll(() => held.length).toBe(1);
  await Promise.all([page.waitForResponse(/\/api\/alerts\//), held[0]?.continue()]);
  await page.getByText(text).waitFor();
  expect(await hasVanished()).toBe(false);
});

test("an invalid threshold is refused at its field, and a valid one is saved", async () => {
  const page = await openPage("/alert");
  await page.getByRole("button", { name: "Settings" }).click();
  const form = page.getByRole("form", { name: "When alerts open" });
  const threshold = form.getByLabel("Threshold of “Rebuffering”");
  await threshold.fill("0");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Between 1 and 3600.").waitFor();
  await threshold.fill("80");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "hidden" });
  const { rules } = await manager.call(routes.getAlertSettings, {});
  expect(rules.rebuffering).toEqual({ isOn: true, threshold: 80 });
});

test("the list, the settings and the page of an alert have no barriers, in French, in dark mode and on a phone", async () => {
  const [alert] = (await manager.call(routes.listAlerts, { query: {} }))._embedded;
  const page = await openPage("/alert", "FR");
  await page.emulateMedia({ colorScheme: "dark" });
  await resizePage(page, PHONE_VIEWPORT);
  await page.getByRole("link", { name: "Erreurs de lecture" }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Réglages" }).click();
  await page.getByRole("form", { name: "Déclenchement des alertes" }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const one = await openPage(`/alert/${alert?.uuid}`, "FR");
  await resizePage(one, PHONE_VIEWPORT);
  await one.getByRole("img", { name: /Erreurs de lecture/ }).waitFor();
  expect(await findBarriers(one)).toEqual([]);
  const width = await one.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE_VIEWPORT.width);
});
