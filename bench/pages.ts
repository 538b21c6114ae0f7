import { existsSync } from "node:fs";
import { join } from "node:path";
import { freePorts } from "@shoal/testkit";
import { sql } from "kysely";
import lighthouse, { desktopConfig, type Result } from "lighthouse";
import { startTestApi, type TestApi } from "../apps/api/src/test-api.ts";
import { launchBrowser, type TestBrowser } from "../e2e/support/browser.ts";
import { ROOT } from "../scripts/start/settings.ts";
import type { Bench, Figure } from "./bench.ts";

const RUNS = 3;
const VIDEOS = 60;
const DASHBOARD = join(ROOT, "apps/dashboard/dist");
/** Where the dashboard keeps who is signed in. */
const CREDENTIAL_KEY = "shoal.credential";
const REACH = { performance: 90, accessibility: 100, "best-practices": 95 } as const;
type Category = keyof typeof REACH;

interface Page {
  name: string;
  url: string;
  port: number;
}

/** Lighthouse's desktop preset, the median of three visits, on the built dashboard that the api serves. */
async function run(): Promise<Figure[]> {
  if (!existsSync(join(DASHBOARD, "index.html")))
    throw new Error("Build the dashboard first: npm run bench does");
  const [port] = await freePorts(1);
  const api = await startTestApi({ DASHBOARD_DIR: DASHBOARD });
  const browser = await launchBrowser({ debuggingPort: port });
  try {
    const signIn = await measure({ name: "sign-in page", url: `${api.url}/#/login`, port });
    await enter(browser, api);
    return [...signIn, ...(await measure({ name: "library page", url: `${api.url}/#/videos`, port }))];
  } finally {
    await browser.close();
    await api.close();
  }
}

/** Signs a manager with some videos in. */
async function enter(browser: TestBrowser, api: TestApi): Promise<void> {
  const user = await api.addUser(["manager"]);
  await sql`
    INSERT INTO videos (client_uuid, user_uuid, title, tags, status, input_qualities, created_at, duration_sec)
    SELECT ${user.clientUuid}::uuid, ${user.userUuid}::uuid, 'Lesson ' || n, ARRAY['tag' || n % 5],
      'encoded', '"shoalOptimization"', now() - n * interval '1 hour', n * 60
    FROM generate_series(1, ${VIDEOS}) AS n`.execute(api.database.db);
  const page = await browser.context.newPage();
  await page.goto(api.url);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    CREDENTIAL_KEY,
    user.credential,
  ] as const);
  await page.close();
}

async function measure(page: Page): Promise<Figure[]> {
  const visits: Result[] = [];
  for (let visit = 0; visit < RUNS; visit += 1) visits.push(await audit(page));
  return (Object.keys(REACH) as Category[]).map((category) => figureOf(page, category, visits));
}

async function audit({ url, port }: Page): Promise<Result> {
  const flags = {
    ...{ port, logLevel: "error" as const, disableStorageReset: true },
    onlyCategories: Object.keys(REACH),
  };
  const outcome = await lighthouse(url, flags, desktopConfig);
  if (!outcome || outcome.lhr.runtimeError)
    throw new Error(outcome?.lhr.runtimeError?.message ?? `No audit of ${url}`);
  return outcome.lhr;
}

function figureOf(page: Page, category: Category, visits: Result[]): Figure {
  const scoreOf = (visit: Result) => Math.round((visit.categories[category]?.score ?? 0) * 100);
  const median = visits.toSorted((a, b) => scoreOf(a) - scoreOf(b))[Math.floor(RUNS / 2)] as Result;
  const score = scoreOf(median);
  const objections = objectionsTo(median, category);
  return {
    name: `${page.name}, ${category.replace("-", " ")}`,
    value: String(score),
    reach: category === "accessibility" ? "100" : `≥ ${REACH[category]}`,
    isReached: score >= REACH[category],
    ...(score < 100 && objections ? { detail: objections } : {}),
  };
}

/** What lowered a score, the weightiest first, each with what was found where. */
function objectionsTo({ categories, audits }: Result, category: Category): string {
  return (categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.95)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ""}${placesOf(audits[id]?.details)}`.trim())
    .join("; ");
}

const placesOf = (details: unknown): string => {
  const { items = [] } = (details ?? {}) as {
    items?: { node?: { snippet?: string }; description?: string }[];
  };
  const places = items.flatMap(({ node, description }) => node?.snippet ?? description ?? []);
  return places.length > 0 ? ` ${places.slice(0, 3).join(" ")}` : "";
};

export const pagesBench: Bench[] = [{ name: "pages", run }];
