import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { openRealtime, type Realtime } from "../apps/api/src/platform/realtime/realtime.ts";
import { startTestApi, type TestApi, type TestUser } from "../apps/api/src/test-api.ts";
import { REPOSITORY_ROOT } from "../apps/start/src/settings.ts";
import { launchBrowser } from "../harness/browser.ts";
import { openAs } from "../harness/people.ts";
import type { Bench, Figure } from "./bench.ts";
import { inpOf, readInteractions, watchInteractions } from "./interactions.ts";

const CARD_COUNT = 100;
const CLICK_COUNT = 100;
const TARGET_INP_MS = 100;
/** The interval between reports of a video's encoding progress. It is the shortest that the api allows. */
const PROGRESS_INTERVAL_MS = 1_000;
const DASHBOARD_FOLDER = join(REPOSITORY_ROOT, "apps/dashboard/dist");

/** Measures how soon one of a hundred cards responds to a click while the progress of all cards is updated. */
async function runBench(): Promise<Figure[]> {
  if (!existsSync(join(DASHBOARD_FOLDER, "index.html")))
    throw new Error("Build the dashboard first: npm run bench does");
  const api = await startTestApi({ DASHBOARD_DIR: DASHBOARD_FOLDER });
  const browser = await launchBrowser();
  try {
    const user = await api.addUser(["manager"]);
    const uuids = await addVideos(api, user);
    const path = `/videos?size=${CARD_COUNT}`;
    const page = await openAs(browser.context, { apiUrl: api.url, ...user }, { person: user, path });
    await page
      .getByRole("article")
      .nth(CARD_COUNT - 1)
      .waitFor();
    const replica = openReplica(api);
    const sent = sendProgress(replica, user.clientUuid, uuids);
    try {
      return [figureOf(await clickCards(page), sent.count())];
    } finally {
      sent.stop();
      await replica.close();
    }
  } finally {
    await browser.close();
    await api.close();
  }
}

async function addVideos(api: TestApi, user: TestUser): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO videos (client_uuid, user_uuid, title, tags, status, input_qualities, created_at, duration_sec)
    SELECT ${user.clientUuid}::uuid, ${user.userUuid}::uuid, 'Lesson ' || n, ARRAY['tag' || n % 5],
      'encoding', '"shoalOptimization"', now() - n * interval '1 hour', n * 60
    FROM generate_series(1, ${CARD_COUNT}) AS n RETURNING uuid`.execute(api.database.db);
  return rows.map(({ uuid }) => uuid);
}

/** Opens a sender that reaches the api's browsers through PostgreSQL, as a second replica of the api does. */
const openReplica = (api: TestApi): Realtime =>
  openRealtime({
    server: createServer(),
    pool: api.database.pool,
    findViewer: () => Promise.resolve(undefined),
  });

function sendProgress(realtime: Realtime, clientUuid: string, uuids: string[]) {
  let count = 0;
  const timer = setInterval(() => {
    const uuid = uuids[count % uuids.length] ?? "";
    count += 1;
    const encodingPercent = (count / 7) % 100;
    realtime.emit(clientUuid, "video.progress", {
      uuid,
      encodingPercent,
      encodingETA: 1_000 - (count % 900),
    });
  }, PROGRESS_INTERVAL_MS / uuids.length);
  return { stop: () => clearInterval(timer), count: () => count };
}

/** Repeatedly selects and deselects a card. @returns ms to the next paint of each interaction that took 16 ms or more. */
async function clickCards(page: Page): Promise<number[]> {
  await watchInteractions(page);
  // The clicks are made by position, because looking up an element for each click would be additional work for the page.
  const box = await page.getByRole("checkbox").first().boundingBox();
  if (!box) throw new Error("No box to click");
  for (let click = 0; click < CLICK_COUNT; click += 1)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 50 });
  return readInteractions(page);
}

function figureOf(durations: number[], sent: number): Figure {
  const descending = durations.toSorted((a, b) => b - a);
  const inpMs = inpOf(durations, CLICK_COUNT);
  return {
    name: `library page, interaction to next paint, ${CARD_COUNT} cards`,
    value: `${inpMs} ms`,
    reach: `≤ ${TARGET_INP_MS} ms`,
    isReached: sent > 0 && inpMs > 0 && inpMs <= TARGET_INP_MS,
    detail: [
      `${CLICK_COUNT} clicks while ${sent} messages of progress arrived; of 16 ms and more: ${durations.length},`,
      `half of them up to ${descending[Math.floor(durations.length / 2)]} ms, the slowest`,
      `${descending.slice(0, 5).join(", ")} ms`,
    ].join(" "),
  };
}

export const libraryPageBench: Bench[] = [{ name: "library-page", run: runBench }];
