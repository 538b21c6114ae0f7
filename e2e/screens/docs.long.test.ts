import { routes } from "@shoal/contract";
import { type FileServer, startFileServer } from "@shoal/testkit";
import { makeTestMedia } from "@shoal/testkit/test-media";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { makeHlsFolder } from "../support/hls-folder.ts";
import { useBrowser } from "../support/test-browser.ts";

let platform: TestPlatform;
let cdn: FileServer;
const browser = useBrowser();
let admin: Account;
let reader: Person;
let pluginKey: string;
let keyOfShop: string;

beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const { uuid } = await admin.call(routes.createClient, {
    body: { clientname: "Harbour pages", type: "plugin" },
  });
  const roles = ["manager" as const];
  reader = await addPerson(admin, uuid, { username: "builder", roles, email: "builder@example.org" });
  pluginKey = (await reader.call(routes.addConfig, { body: { name: "All pages" } })).key;
  const sites = [{ name: "Shop", websites: ["shop.example.org"], publicIPs: [], subnets: [] }];
  keyOfShop = (await reader.call(routes.addConfig, { body: { name: "The shop", sites } })).key;
  cdn = await startFileServer(Buffer.alloc(0));
  const files = makeHlsFolder(await makeTestMedia(12), "/film");
  cdn.answer = (request, response) => {
    const body = files.get(request.url?.split("?")[0] ?? "");
    response
      .setHeader("access-control-allow-origin", "*")
      .writeHead(body ? 200 : 404)
      .end(body);
  };
});
afterAll(async () => {
  await cdn?.close();
  await platform?.close();
});

const openPage = (path: string, language: "EN" | "FR" = "EN") =>
  openAs(browser.context, admin, { path, language, person: reader });

test("a plugin client without media sees how to add the plugin to a page, with their key in the code", async () => {
  const page = await openPage("/");
  await page.getByRole("link", { name: "DOCS" }).click();
  await page.getByRole("heading", { name: "First steps", level: 1 }).waitFor();
  const code = page.locator("pre").first();
  await expect.poll(() => code.textContent()).toContain(`edgeUrl: "${platform.installation.edgeUrl}"`);
  await expect.poll(() => code.textContent()).toContain(`key: "${pluginKey}"`);
  await page.getByRole("link", { name: "A plain HTML page" }).last().click();
  await page.getByRole("heading", { name: "A plain HTML page", level: 1 }).waitFor();
  await page.getByText("<!doctype html>").waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "First steps", level: 1 }).waitFor();
});

test.each([
  ["EN", "Search documentation", "licence widevine", "dash.js"],
  ["FR", "Rechercher dans la documentation", "intercepteurs reseau", "THEOplayer"],
] as const)("in %s the search covers all pages", async (language, field, words, title) => {
  const page = await openPage("/doc", language);
  await page.getByRole("searchbox", { name: field }).fill(words);
  const hit = page.getByRole("article").getByRole("link", { name: title });
  await hit.waitFor();
  expect(await page.locator("mark").count()).toBeGreaterThan(0);
  expect(await findBarriers(page)).toEqual([]);
  await hit.click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
});

test("a URL can lead to a section of a page, and one of a missing page to the search", async () => {
  const page = await openPage("/doc/players/shaka?section=with-drm");
  const heading = page.getByRole("heading", { name: "With DRM" });
  await heading.waitFor();
  await expect.poll(() => heading.evaluate((it) => it === document.activeElement)).toBe(true);
  const lost = await openPage("/doc/players/quicktime");
  await lost.getByRole("heading", { name: "This page does not exist" }).waitFor();
  await lost.getByRole("searchbox").fill("quicktime");
  await lost.getByText("No results for “quicktime”").waitFor();
});

test("on a phone pages are chosen from a list", async () => {
  const page = await openPage("/doc", "FR");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("combobox", { name: "Sommaire" }).selectOption({ label: "Erreurs" });
  await page.getByRole("heading", { name: "Erreurs", level: 1 }).waitFor();
  await page.getByText("site_denied").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("a sample runs with the client's key and manifest, and shows the sources of its data", async () => {
  const page = await openPage(`/samples/${pluginKey}`);
  await page.getByText("Enter a manifest URL above").waitFor();
  const field = page.getByRole("textbox", { name: "Manifest URL" });
  await field.fill("film.m3u8");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("Enter a URL that begins with").waitFor();
  await field.fill(`${cdn.url}/film/master.m3u8`);
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText(/^(0\.[1-9]|[1-9][\d.]*) MB from the CDN/).waitFor();
  const frame = page.frameLocator("iframe");
  await frame.getByRole("dialog", { name: "Delivery" }).waitFor();
  const code = page.locator("pre");
  expect(await code.textContent()).toContain(`hls.loadSource("${cdn.url}/film/master.m3u8")`);
  expect(await code.textContent()).toContain(pluginKey);
});

test("a sample that cannot run shows the reason: another website, players that cannot be loaded, or an unknown key", async () => {
  await browser.context.route("https://cdn.jsdelivr.net/**", (route) => route.abort());
  const page = await openPage(`/samples/${keyOfShop}`);
  await page.getByRole("textbox", { name: "Manifest URL" }).fill(`${cdn.url}/film/master.m3u8`);
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("this key is reserved for shop.example.org").waitFor();
  await page.getByText("Shaka Player", { exact: true }).click();
  await page.getByText("A script could not be loaded").waitFor();
  const unknown = await openPage("/samples/93a2a21f-3d39-4a04-a0a6-0d3f9f7d1b11");
  await unknown.getByRole("heading", { name: "No config has this key" }).waitFor();
});
