import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { signCdnAddress } from "@shoal/tokens";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount } from "../../harness/account.ts";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import { addPerson, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";

/** Settings that allow fetching from private addresses, since the origin runs on this machine. */
const OWN_FETCHING = { FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" };
const FILM_PATH = "/film.bin";

let platform: TestPlatform;
let admin: Account;
let manager: Person;
let browser: TestBrowser;
let origin: Server;
let originUrl: string;
/** What the origin currently serves, and how many requests it has received. */
let filmContent = "first cut";
let purgeRequests = 0;

beforeAll(async () => {
  Object.assign(process.env, OWN_FETCHING);
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const body = { clientname: "Harbour TV", type: "platform" } as const;
  const { uuid } = await admin.call(routes.createClient, { body });
  manager = await addPerson(admin, uuid, { username: "harbour", roles: ["manager"], email: "h@example.org" });
  origin = createServer((_, response) => {
    purgeRequests += 1;
    response
      .writeHead(200, { "cache-control": "public, max-age=600", etag: `"${filmContent}"` })
      .end(filmContent);
  });
  await new Promise<void>((resolve) => origin.listen(0, "127.0.0.1", resolve));
  originUrl = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/media/`;
  browser = await launchBrowser();
});
afterAll(async () => {
  for (const name of Object.keys(OWN_FETCHING)) delete process.env[name];
  await browser?.close();
  origin?.closeAllConnections();
  origin?.close();
  await platform?.close();
});

/** Reads a URL. Creating the first CDN entry starts nginx, which refuses connections until it listens. */
const readUrl = async (url: string): Promise<string> => {
  const response = await fetch(url, { headers: { connection: "close" } });
  return `${response.status} ${response.status === 200 ? await response.text() : ""}`.trim();
};
const awaitContent = (url: string, answer: string) =>
  eventually(async () => expect(await readUrl(url).catch(String)).toBe(answer));

test("a CDN entry serves an origin's files, purges refresh them, a secret requires tokens, and a deleted entry no longer fetches", async () => {
  const page = await openAs(browser.context, admin, { person: manager, path: "/cdn" });
  await page.getByRole("button", { name: "New entry" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Films");
  await page.getByRole("textbox", { name: "Origin URL" }).fill(originUrl);
  await page.getByRole("button", { name: "Create entry" }).click();
  await page.getByText("“Films” created").waitFor();
  const url = await page.getByRole("textbox", { name: "New URL" }).inputValue();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

  const address = new URL(`.${FILM_PATH}`, url).href;
  await awaitContent(address, "200 first cut");
  filmContent = "second cut";
  const before = purgeRequests;
  expect(await readUrl(address)).toBe("200 first cut");
  expect(purgeRequests).toBe(before);

  await page.getByRole("button", { name: "Actions for Films" }).click();
  await page.getByRole("menuitem", { name: "Purge cache" }).click();
  await page.getByRole("textbox", { name: "URLs, one per line" }).fill(address);
  await page.getByRole("button", { name: "Purge", exact: true }).click();
  await page.getByText("Purge 1 is in progress").waitFor();
  await awaitContent(address, "200 second cut");
  // The focus is on the dialog's close button, so the Enter key presses it.
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  for (const [n, scope] of ["Everything that begins with", "All files of this entry"].entries()) {
    const [cut, other] = [`cut ${n + 3}`, new URL(`./other-${n}.bin`, url).href];
    await awaitContent(other, `200 ${filmContent}`);
    const kept = filmContent;
    filmContent = cut;
    await page.getByRole("button", { name: "Actions for Films" }).click();
    await page.getByRole("menuitem", { name: "Purge cache" }).click();
    await page.getByRole("radio", { name: new RegExp(`^${scope}`) }).check();
    if (n === 0) await page.getByRole("textbox", { name: "URLs, one per line" }).fill(address);
    await page.getByRole("button", { name: "Purge", exact: true }).click();
    await page.getByText(`Purge ${n + 2} is in progress`).waitFor();
    await page.keyboard.press("Enter");
    await awaitContent(address, `200 ${cut}`);
    // Paths that do not begin with the purged prefix stay cached.
    await awaitContent(other, n === 0 ? `200 ${kept}` : `200 ${cut}`);
  }

  const [entry] = (await manager.call(routes.listCdnEntries, { query: {} }))._embedded;
  const params = { id: entry?.uuid ?? "" };
  const { secret } = await manager.call(routes.renewCdnSecret, { params, body: { graceSec: 0 } });
  await awaitContent(address, "403");
  const expires = Math.floor(Date.now() / 1_000) + 600;
  const token = signCdnAddress({ path: FILM_PATH, expires }, secret);
  await awaitContent(`${address}?token=${token}&expires=${expires}`, "200 cut 4");
  await manager.call(routes.removeCdnSecrets, { params });
  await awaitContent(address, "200 cut 4");

  await eventually(async () => {
    const { total } = await manager.call(routes.getCdnStatistics, { params, query: { days: 1 } });
    expect(total.requests).toBeGreaterThan(3);
    expect(total.hits).toBeGreaterThan(0);
    expect(total.bytesOrigin).toBeGreaterThanOrEqual("first cutsecond cut".length);
  });

  await page.getByRole("button", { name: "Actions for Films" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(/^Deleted on/).waitFor();
  // Cached files are still served, without further requests to the origin.
  const atTheEnd = purgeRequests;
  await eventually(async () => expect(await readUrl(new URL("./other.bin", url).href)).not.toMatch(/^200/));
  expect(purgeRequests).toBe(atTheEnd);
  expect(await readUrl(address)).toBe("200 cut 4");
});
