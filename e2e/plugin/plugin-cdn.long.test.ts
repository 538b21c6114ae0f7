import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import { openAs } from "../../harness/people.ts";
import { exchangeAmongThree, type PluginPage } from "../support/plugin-page.ts";
import { FILM_PATH, HLS_JS, useShop } from "../support/shop-page.ts";

/** Settings that allow fetching from private addresses, since the origin runs on this machine. */
const OWN_FETCHING = { FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" };
let dashboardBrowser: TestBrowser;
beforeAll(async () => {
  Object.assign(process.env, OWN_FETCHING);
  dashboardBrowser = await launchBrowser();
});
const shopPlatform = useShop({ seconds: 40 });
afterAll(async () => {
  for (const name of Object.keys(OWN_FETCHING)) delete process.env[name];
  await dashboardBrowser?.close();
});

/** A page that plays the shop's video. The video's URL is in the page's query. */
const CDN_PAGE: PluginPage = {
  ...HLS_JS,
  play: `
    const hls = new Hls({ maxBufferLength: 60 });
    window.attachment = shoal.attachHls(hls, video, options);
    hls.loadSource(query.get("src"));
    hls.attachMedia(video);`,
};

it("viewers of a video behind a CDN entry share it, and the bill separates the bytes of peers from those of the entry", async () => {
  const { admin, shop } = shopPlatform;
  const { person, key } = await shopPlatform.addPluginClient();
  const { url, uuid } = await person.call(routes.createCdnEntry, {
    body: { name: "Films", originUrl: `${shop.cdn.url}/`, corsOrigins: ["*"] },
  });
  const src = new URL(`.${FILM_PATH}`, url).href;
  // Creating the first CDN entry starts nginx, which refuses connections until it listens.
  await eventually(async () => expect((await fetch(src)).status).toBe(200));
  await exchangeAmongThree(() => shop.open(CDN_PAGE, { key, src }), 38);

  const month = new Date().toISOString().slice(0, 7);
  await eventually(async () => {
    const { days, peerBytes } = await person.call(routes.getMonthBill, { params: { month } });
    expect(days.reduce((sum, { cdnBytes }) => sum + cdnBytes, 0)).toBeGreaterThan(0);
    expect(peerBytes).toBeGreaterThan(0);
  });
  const { total } = await person.call(routes.getCdnStatistics, {
    params: { id: uuid },
    query: { days: 1 },
  });
  expect(total.bytesSent).toBeGreaterThan(0);

  const page = await openAs(dashboardBrowser.context, admin, { person, path: "/payments" });
  const figureOf = (name: string) =>
    page
      .locator("dl > div")
      .filter({ has: page.getByText(name, { exact: false }) })
      .locator("dd")
      .first();
  await expect
    .poll(() => figureOf("From peers").innerText())
    .toMatch(/^[1-9][\d.,]*\s[kMG]?B\s+[1-9][\d.]*\s?% of the delivered data came from other viewers/);
  await expect.poll(() => figureOf("CDN entries").innerText()).toMatch(/^[1-9][\d.,]*\s[kMG]?B/);
});
