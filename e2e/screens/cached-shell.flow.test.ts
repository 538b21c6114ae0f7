import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import { addTenant } from "../support/tenants.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test("on the next visit, the page and its first screens load from the browser's cache, even while the server is down", async () => {
  const { user } = await addTenant(["editor"]);
  const { context } = browser;
  const { apiUrl } = inject("platform");
  await context.addInitScript(
    (credential) => localStorage.setItem("shoal.credential", credential),
    user.credential,
  );
  const page = await context.newPage();
  await page.goto(`${apiUrl}/#/videos`);
  await page.getByRole("heading", { name: "Videos", level: 1 }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();

  await context.setOffline(true);
  const next = await context.newPage();
  await next.goto(`${apiUrl}/#/videos`);
  await next.getByRole("heading", { name: "Videos", level: 1 }).waitFor();
  const fromServer = await next.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(
        (entry) => entry.name.includes("/assets/") && (entry as PerformanceResourceTiming).transferSize > 0,
      )
      .map(({ name }) => name),
  );
  expect(fromServer).toEqual([]);

  // The cached shell contains no user data, and responses to calls are not cached.
  await context.setOffline(false);
  const kept = await next.evaluate(async () => {
    const names = await caches.keys();
    const caching = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return caching.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/");
  expect(kept.filter((path) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);
});
