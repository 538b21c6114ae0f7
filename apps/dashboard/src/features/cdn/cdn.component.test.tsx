import { type CdnEntryView, routes } from "@shoal/contract";
import { explainCaching } from "@shoal/domain/cdn";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleUser } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { CdnPage } from "./cdn-page.tsx";
import { EntryDetails } from "./entry-drawer.tsx";
import { NewEntry } from "./new-entry.tsx";
import { PurgeForm } from "./purge-window.tsx";
import { EntryStatistics } from "./statistics-window.tsx";

cleanAfterEach();

const ENTRY: CdnEntryView = {
  uuid: "6f1c2d3e-0000-4000-8000-000000000001",
  name: "Films",
  key: "abcdefghijkl",
  originUrl: "https://origin.example.com/media/",
  url: "https://edge.example.net/cdn/abcdefghijkl/",
  state: "active",
  isPaused: false,
  endsAt: null,
  rules: { unauthorizedCountries: ["FR"] },
  hosts: [{ host: "files.example.com", checkedAt: null }],
  cnameTarget: "edge.example.net",
  secrets: [],
  corsOrigins: [],
  defaultTtlSec: 3_600,
  ignoresQuery: false,
  purgeNumber: 0,
  user: "manager",
  createdAt: "2026-03-04T05:06:07.000Z",
  revision: 1,
};
const answerEntries = (entries: CdnEntryView[]) =>
  answer(routes.listCdnEntries, () => ({ _embedded: entries, _size: entries.length }));
const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });

test("entries are listed with their addresses, states and access rules, and a failed list can be reloaded", async () => {
  refuse(routes.listCdnEntries, new Refusal("unavailable"));
  show(<CdnPage />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  const draining = { ...ENTRY, uuid: "2", name: "Old", state: "draining" as const, endsAt: ENTRY.createdAt };
  answerEntries([ENTRY, draining]);
  await button("Try again").click();
  await expect.element(page.getByText(ENTRY.url).first()).toBeVisible();
  await expect.element(page.getByText("1 blocked country").first()).toBeVisible();
  await expect.element(page.getByText(/^Deleted on/)).toBeVisible();
});

test("a client without a subscription sees an error, and only managers can create an entry", async () => {
  answerEntries([{ ...ENTRY, state: "unsubscribed" }]);
  show(<CdnPage />, { user: sampleUser({ roles: ["editor"] }) });
  await expect
    .element(page.getByText("CDN links are limited to registered clients with an active subscription."))
    .toBeVisible();
  await expect.element(page.getByText("No rights to modify")).toBeVisible();
  await expect.element(button("New entry")).not.toBeInTheDocument();
});

test("entries stopped by the budget explain why, and how to resume them", async () => {
  answerEntries([{ ...ENTRY, state: "budgetReached" }]);
  show(<CdnPage />);
  await expect
    .element(page.getByText("This month’s budget is used up: CDN entries are not served."))
    .toBeVisible();
  await expect.element(page.getByRole("table").getByText("Budget used up")).toBeVisible();
  await expect.element(button("New entry")).toBeEnabled();
});

test("faults found by the page or the server are shown at the fields of a new entry, whose address is shown once it is created", async () => {
  const sent = refuse(
    routes.createCdnEntry,
    new Refusal("bad_request", [{ path: "originUrl", reason: "points to an address that is not allowed" }]),
  );
  show(<NewEntry onClose={() => undefined} />);
  await field("Origin URL").fill("origin.example.com");
  await button("Create entry").click();
  await expect.element(page.getByText("Enter a name for the entry.")).toBeVisible();
  await expect.element(page.getByText(/Enter a URL that begins with/)).toBeVisible();
  expect(sent).toEqual([]);
  await field("Name").fill("Films");
  await field("Origin URL").fill("http://127.0.0.1/");
  await button("Create entry").click();
  await expect.element(page.getByText(/points to an address that is not allowed/)).toBeVisible();
  const made = answer(routes.createCdnEntry, () => ENTRY);
  await field("Origin URL").fill(ENTRY.originUrl);
  await button("Create entry").click();
  await expect.element(page.getByText("“Films” created")).toBeVisible();
  await expect.element(field("New URL")).toHaveValue(ENTRY.url);
  expect(made[0]?.body).toEqual({
    name: "Films",
    originUrl: ENTRY.originUrl,
    hosts: [],
    corsOrigins: [],
    defaultTtlSec: 3_600,
    ignoresQuery: false,
    rules: {},
  });
});

test("a new entry asks for name and origin; other settings are shown on request or if one is invalid", async () => {
  refuse(routes.createCdnEntry, new Refusal("bad_request", [{ path: "hosts", reason: "is already in use" }]));
  const hosts = page.getByRole("combobox", { name: "Custom host names" });
  show(<NewEntry onClose={() => undefined} />);
  await expect.element(field("Origin URL")).toBeVisible();
  await expect.element(hosts).not.toBeInTheDocument();
  await button("More settings").click();
  await expect.element(hosts).toBeVisible();
  await button("Fewer settings").click();
  await expect.element(hosts).not.toBeInTheDocument();
  await field("Name").fill("Films");
  await field("Origin URL").fill(ENTRY.originUrl);
  await button("Create entry").click();
  await expect.element(page.getByText(/is already in use/)).toBeVisible();
  await expect.element(hosts).toBeVisible();
});

test("only changed settings are saved, host names are checked, and a secret is shown once", async () => {
  const saved = answer(routes.updateCdnEntry, () => ({ ...ENTRY, name: "Renamed", revision: 2 }));
  show(<EntryDetails entry={ENTRY} onClose={() => undefined} />);
  await field("Name").fill("Renamed");
  await button("Save").click();
  await expect.element(page.getByText("“Renamed” saved")).toBeVisible();
  expect(saved[0]?.body).toEqual({ name: "Renamed", revision: 1 });
  await expect.element(page.getByText("TXT _shoal-cdn.files.example.com")).toBeVisible();
  answer(routes.checkCdnHost, () => ({
    isServed: false,
    alias: { isRight: true, found: ["edge.example.net"] },
    proof: { isRight: false, found: [] },
    entry: ENTRY,
  }));
  await button("Check DNS").click();
  await expect.element(page.getByText("The TXT record contains: nothing")).toBeVisible();
  answer(routes.renewCdnSecret, () => ({ secret: "the-secret", entry: ENTRY }));
  await button("Require signed URLs").click();
  await expect.element(field("Secret")).toHaveValue("the-secret");
});

test("the drawer of an entry closes after saving, unless more was typed during the save", async () => {
  const checked = { ...ENTRY, hosts: [] };
  const arrived = Promise.withResolvers<void>();
  let revision = 1;
  const saved = answer(routes.updateCdnEntry, async ({ body }) => {
    await arrived.promise;
    revision += 1;
    return { ...checked, ...(body as { name: string }), revision };
  });
  let isClosed = false;
  show(
    <EntryDetails
      entry={checked}
      onClose={() => {
        isClosed = true;
      }}
    />,
  );
  await field("Name").fill("Renamed");
  await button("Save").click();
  await expect.poll(() => saved.length).toBe(1);
  await field("Name").fill("Renamed again");
  arrived.resolve();
  await expect.element(page.getByText("“Renamed” saved")).toBeVisible();
  await expect.element(field("Name")).toHaveValue("Renamed again");
  expect(isClosed).toBe(false);
  await button("Save").click();
  await expect.poll(() => isClosed).toBe(true);
  expect(saved[1]?.body).toEqual({ name: "Renamed again", revision: 2 });
});

test("a purge accepts one URL per line and shows its number", async () => {
  const sent = answer(routes.purgeCdnEntry, () => ({ number: 7, paths: ["/a", "/b"], isPrefix: false }));
  show(<PurgeForm entry={ENTRY} onClose={() => undefined} />);
  await button("Purge").click();
  await expect.element(page.getByText("Enter at least one URL.")).toBeVisible();
  await field("URLs, one per line").fill("/a\n\n /b ");
  await button("Purge").click();
  await expect.element(page.getByText("Purge 7 is in progress")).toBeVisible();
  await expect.element(button("Close")).toHaveFocus();
  expect(sent.map(({ body }) => body)).toEqual([{ scope: "url", addresses: ["/a", "/b"] }]);
});

test("the test of a file explains its headers, or why there was no response", async () => {
  answerEntries([]);
  answer(routes.testCdnOrigin, () => ({ fault: "forbidden_address" as const, answer: null }));
  show(<CdnPage />, { path: "/?tab=caching" });
  await field("File URL").fill("http://10.0.0.1/a.mp4");
  await button("Test").click();
  await expect.element(page.getByText(/This URL is on a private network\./)).toBeVisible();
  const headers = { "cache-control": "no-store" };
  const report = explainCaching({ status: 200, headers, path: "/a.mp4", nowMs: Date.now() });
  answer(routes.testCdnOrigin, () => ({
    fault: null,
    answer: {
      url: "https://origin.example.com/a.mp4",
      status: 200,
      tookMs: 12,
      sizeBytes: 1_000_000,
      isCut: true,
      headers: [{ name: "cache-control", value: "no-store" }],
      report,
    },
  }));
  await button("Test").click();
  await expect.element(page.getByText(/“no-store” prevents all caching/)).toBeVisible();
  await expect.element(page.getByText(/Cache-Control: public, max-age=604800/).first()).toBeVisible();
});

test("the calculator keeps its values in the URL and names the cheaper offer", async () => {
  const month = {
    month: "2026-02",
    isComplete: true,
    serverBytes: 75,
    peerBytes: 25,
    deliveredBytes: 100,
    cents: 0,
  };
  answer(routes.listBilledMonths, () => ({ _embedded: [month], _size: 1, forecastTrial: null }));
  const { address } = show(<CdnPage />, { path: "/?tab=calculator&by=traffic&terabytes=30&offloadPct=50" });
  await expect.element(page.getByText("€290.00")).toBeVisible();
  await expect.element(page.getByText("€250.00")).toBeVisible();
  await expect
    .element(page.getByText(/^Of 30.0.TB delivered, 15.0.TB come from other viewers/))
    .toBeVisible();
  await page.getByRole("button", { name: "Use last month’s share: 25%" }).click();
  await expect.poll(address).toContain("offloadPct=25");
  await field("Traffic in TB").fill("11");
  await expect.element(page.getByText("€100.00")).toBeVisible();
  await expect.poll(address).toContain("terabytes=11");
  await field("Traffic in TB").fill("60");
  await expect.element(page.getByText("€350.00")).toBeVisible();
});

test("a number of the calculator can be cleared and typed again", async () => {
  const { address } = show(<CdnPage />, { path: "/?tab=calculator&by=hours&hours=100&kbps=3000" });
  await field("Bitrate (kbps)").fill("");
  await userEvent.keyboard("4500");
  await expect.poll(address).toContain("kbps=4500");
});

const TRAFFIC_SUMS = { requests: 10, hits: 6, misses: 2, bytesSent: 5_000_000, bytesOrigin: 1_000_000 };

test("entries can be sorted by traffic, and unavailable traffic can be requested again", async () => {
  const quiet = { ...ENTRY, uuid: "6f1c2d3e-0000-4000-8000-000000000002", name: "Quiet" };
  const listed = answerEntries([ENTRY, quiet]);
  refuse(routes.getCdnTraffic, new Refusal("unavailable"));
  const { address } = show(<CdnPage />);
  await expect.element(page.getByText("Entry traffic could not be loaded")).toBeVisible();
  await expect.element(page.getByRole("row", { name: /^Films .*–.*–.*–/ })).toBeVisible();
  const asked = answer(routes.getCdnTraffic, () => ({
    from: "2026-03-04T00:00:00.000Z",
    until: "2026-04-03T00:00:00.000Z",
    entries: [{ uuid: ENTRY.uuid, ...TRAFFIC_SUMS }],
  }));
  await button("Try again").click();
  await expect.element(page.getByRole("row", { name: /^Films .* 10 5\.00.MB 75\.0%/ })).toBeVisible();
  await expect.element(page.getByRole("row", { name: /^Quiet .* 0 0.MB –/ })).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(JSON.parse(asked[0]?.query.entries ?? "")).toEqual([ENTRY.uuid, quiet.uuid]);
  await button("Served").click();
  await expect.poll(address).toContain("bytesSent");
  await expect.poll(() => JSON.parse(listed.at(-1)?.query.sort ?? "{}")).toEqual({ bytesSent: -1 });
});

test("statistics show cache hits, countries and status classes, or that there were no requests", async () => {
  const asked = answer(routes.getCdnStatistics, () => ({
    from: "2026-03-04T00:00:00.000Z",
    until: "2026-03-06T00:00:00.000Z",
    stepSec: 86_400,
    total: TRAFFIC_SUMS,
    points: [
      { at: "2026-03-04T00:00:00.000Z", ...TRAFFIC_SUMS },
      { at: "2026-03-05T00:00:00.000Z", ...TRAFFIC_SUMS },
    ],
    countries: [
      { country: "FR", requests: 6, bytesSent: 4_000_000 },
      { country: "", requests: 4, bytesSent: 1_000_000 },
      ...["AT", "BE", "CH", "DE", "ES", "IT", "LU", "NL"].map((country) => ({
        country,
        requests: 1,
        bytesSent: 0,
      })),
      { country: "PT", requests: 2, bytesSent: 3_000 },
      { country: "SE", requests: 1, bytesSent: 2_000 },
    ],
    statuses: [{ statusClass: 2, requests: 10, bytesSent: 5_000_000 }],
  }));
  show(<EntryStatistics uuid={ENTRY.uuid} />);
  await expect.element(page.getByText("75.0%")).toBeVisible();
  await expect.element(page.getByRole("row", { name: /France 6/ })).toBeVisible();
  await expect.element(page.getByRole("row", { name: /Unknown 4/ })).toBeVisible();
  // The remaining countries are summed in one row, so that the rows add up to the total.
  await expect.element(page.getByRole("row", { name: /2 other countries 3/ })).toBeVisible();
  await expect.element(page.getByRole("row", { name: /File sent \(2xx\) 10/ })).toBeVisible();
  expect(asked[0]?.query).toEqual({ days: "7" });
  const nothing = { requests: 0, hits: 0, misses: 0, bytesSent: 0, bytesOrigin: 0 };
  answer(routes.getCdnStatistics, () => ({
    from: "2026-03-05T00:00:00.000Z",
    until: "2026-03-06T00:00:00.000Z",
    stepSec: 3_600,
    total: nothing,
    points: [],
    countries: [],
    statuses: [],
  }));
  await page.getByText("1 day", { exact: true }).click();
  await expect.element(page.getByText("No requests in this period.")).toBeVisible();
});
