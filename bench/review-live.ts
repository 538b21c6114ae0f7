import { type DraftShape, routes } from "@shoal/contract";
import { startTestApi, type TestApi, type TestUser } from "../apps/api/src/test-api.ts";
import { listenAs, type RealtimeListener } from "../apps/api/src/testing/realtime-listener.ts";
import { UNLIMITED } from "../apps/api/src/testing/unlimited.ts";
import { addVideo } from "../apps/api/src/testing/video-harness.ts";
import type { Bench, Figure } from "./bench.ts";

const USER_COUNT = 20;
const ROUND_COUNT = 60;
/** The number of points of the stroke in progress, which takes some seconds to draw. */
const STROKE_POINTS = 300;
/** The pause between two actions of a user, in ms. The server accepts 10 moves per second from the user who leads a review. */
const PAUSE_MS = 120;
const TARGET_LATENCY_MS = 250;

interface ReviewPage {
  user: TestUser;
  socket: RealtimeListener;
  /** The last change of the project that this page has received. */
  seq: number;
}

const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function openReview(api: TestApi): Promise<{ pages: ReviewPage[]; project: string }> {
  const owner = await api.addUser(["manager"]);
  await api.database.db
    .updateTable("clients")
    .set({ vireed: true })
    .where("uuid", "=", owner.clientUuid)
    .execute();
  const users = [owner];
  while (users.length < USER_COUNT) users.push(await api.addUser(["editor"], { clientOf: owner }));
  const { uuid: project } = await owner.call(routes.createProject, {
    body: {
      name: "Film",
      uuid: await addVideo(api, owner),
      collabs: users.slice(1).map(({ username }) => username),
    },
  });
  const pages: ReviewPage[] = [];
  for (const user of users) {
    const socket = await listenAs(api, user);
    await socket.ask("review.join", { project, version: 1 });
    pages.push({ user, socket, seq: 0 });
  }
  return { pages, project };
}

/**
 * Repeats an action.
 * @param act starts it.
 * @param arrive resolves when another page has received it.
 * @returns ms until each of the other pages had received it, in ascending order.
 */
async function measureAction(
  others: readonly ReviewPage[],
  act: (round: number) => unknown,
  arrive: (page: ReviewPage) => Promise<unknown>,
): Promise<number[]> {
  const latencies: number[] = [];
  for (let round = 0; round < ROUND_COUNT; round++) {
    const startedAtMs = performance.now();
    const arrived = others.map(async (page) => {
      await arrive(page);
      latencies.push(performance.now() - startedAtMs);
    });
    await act(round);
    await Promise.all(arrived);
    await pauseFor(PAUSE_MS);
  }
  return latencies.sort((one, other) => one - other);
}

function figureOf(name: string, latencies: readonly number[]): Figure {
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? 0;
  return {
    name,
    value: `p95 ${at(0.95).toFixed(0)} ms, p50 ${at(0.5).toFixed(0)} ms`,
    reach: `p95 ≤ ${TARGET_LATENCY_MS} ms`,
    isReached: latencies.length > 0 && at(0.95) <= TARGET_LATENCY_MS,
    detail: `${latencies.length} arrivals, the last after ${at(1).toFixed(0)} ms`,
  };
}

/** Measures actions of one of 20 users on a version until the 19 others have received them. Sockets stand in for the users' pages. */
async function runBench(): Promise<Figure[]> {
  const api = await startTestApi(UNLIMITED);
  try {
    const { pages, project } = await openReview(api);
    const [actor, ...others] = pages;
    if (!actor) throw new Error("Nobody is there");
    const comments = await measureAction(
      others,
      (round) =>
        actor.user.call(routes.createComment, {
          params: { id: project, n: "1" },
          body: { uuid: crypto.randomUUID(), frame: round, text: `Round ${round}` },
        }),
      async (page) => {
        await page.socket.next("comment.changed");
        const changes = await page.user.call(routes.listCommentChanges, {
          params: { id: project },
          query: { since: String(page.seq) },
        });
        page.seq = changes.seq;
      },
    );
    const id = crypto.randomUUID();
    const strokes = await measureAction(
      others,
      (round) => actor.socket.send("review.draft", strokeOf(id, round)),
      (page) => page.socket.next("review.draft"),
    );
    const seeks = await measureAction(
      others,
      (round) => actor.socket.send("review.lead", { frame: round * 100, speed: 0 }),
      (page) => page.socket.next("review.lead"),
    );
    for (const { socket } of pages) socket.close();
    return [
      figureOf(`comment → ${USER_COUNT - 1} other pages have read it`, comments),
      figureOf(`drawing stroke → ${USER_COUNT - 1} other pages`, strokes),
      figureOf(`leader's seek → ${USER_COUNT - 1} other pages`, seeks),
    ];
  } finally {
    await api.close();
  }
}

/** Returns a stroke with one more point in each round. */
function strokeOf(id: string, round: number): DraftShape {
  const count = Math.max(1, Math.round((STROKE_POINTS * (round + 1)) / ROUND_COUNT));
  const points = Array.from(
    { length: count },
    (_, index) => [index / STROKE_POINTS, 0.5, 0.5] as [number, number, number],
  );
  return {
    id,
    shape: {
      kind: "pen",
      points,
      color: "#ff3b30",
      size: 0.008,
    },
  };
}

export const reviewLiveBench: readonly Bench[] = [{ name: "review-live", run: runBench }];
