import { routes } from "@shoal/contract";
import { hashPassword } from "../apps/api/src/modules/accounts/auth/index.ts";
import { PASSWORD, startTestApi, type TestApi } from "../apps/api/src/test-api.ts";
import { UNLIMITED } from "../apps/api/src/testing/unlimited.ts";
import type { Bench, Figure } from "./bench.ts";
import { formatPostRequest, sendLoad } from "./load-generator.ts";

const CONCURRENCY = 4;
const USER_COUNT = 8;
const WARM_UP_MS = 4_000;
/** The number of rounds. Sign-ins and plain hashing alternate, so other load on the machine affects both alike. */
const ROUND_COUNT = 3;
const ROUND_DURATION_MS = 5_000;
/**
 * The minimum rate of sign-ins, as a share of argon2's own rate. It is below 1, because the database and the load generator use the
 * same cores.
 */
const MIN_RATE_SHARE = 0.75;
const TARGET_CPU_MS = 5;

/** The amount of work, its duration, and the CPU time that the whole process and its main thread used for it. */
interface WorkSum {
  count: number;
  ms: number;
  cpuMs: number;
  mainMs: number;
}

/**
 * Runs work and adds its amount, duration and CPU time to the measurement.
 * @param run returns the amount of work.
 */
async function addWork(sum: WorkSum, run: () => Promise<number>): Promise<void> {
  const [startedAtMs, before, mainBefore] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()];
  sum.count += await run();
  const [cpu, main] = [process.cpuUsage(before), process.threadCpuUsage(mainBefore)];
  sum.ms += performance.now() - startedAtMs;
  sum.cpuMs += (cpu.user + cpu.system) / 1_000;
  sum.mainMs += (main.user + main.system) / 1_000;
}

const createWorkSum = (): WorkSum => ({ count: 0, ms: 0, cpuMs: 0, mainMs: 0 });
const ratePerSecond = ({ count, ms }: WorkSum) => (count * 1_000) / ms;

/** Computes only password hashes, with the concurrency of the sign-ins and the same parameters. */
async function hashFor(durationMs: number): Promise<number> {
  const endsAtMs = performance.now() + durationMs;
  let count = 0;
  const worker = async () => {
    for (; performance.now() < endsAtMs; count += 1) await hashPassword(PASSWORD);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return count;
}

async function signInFor(api: TestApi, requests: string[], durationMs: number): Promise<number> {
  const load = { origin: api.url, requests, connections: CONCURRENCY, durationMs };
  return (await sendLoad(load)).responses;
}

/** Measures POST /api/login compared with argon2 alone, with the API's parameters in the same process. */
async function runBench(): Promise<Figure[]> {
  const api = await startTestApi(UNLIMITED);
  try {
    const users = [];
    for (let index = 0; index < USER_COUNT; index += 1) users.push(await api.addUser(["editor"]));
    const bodyOf = ({ username }: { username: string }) => ({ username, password: PASSWORD });
    const requests = users.map((user) => formatPostRequest(routes.login.path, bodyOf(user)));
    await signInFor(api, requests, WARM_UP_MS);
    const [pure, signIn] = [createWorkSum(), createWorkSum()];
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      await addWork(pure, () => hashFor(ROUND_DURATION_MS));
      await addWork(signIn, () => signInFor(api, requests, ROUND_DURATION_MS));
    }
    return [rateFigure(signIn, pure), costFigure(signIn, pure)];
  } finally {
    await api.close();
  }
}

function rateFigure(signIn: WorkSum, pure: WorkSum): Figure {
  const reach = MIN_RATE_SHARE * ratePerSecond(pure);
  return {
    name: `sign-ins a second, ${CONCURRENCY} at once`,
    value: ratePerSecond(signIn).toFixed(1),
    reach: `≥ ${reach.toFixed(1)} (${MIN_RATE_SHARE * 100} % of argon2 alone)`,
    isReached: ratePerSecond(signIn) >= reach,
    detail: `argon2 alone ${ratePerSecond(pure).toFixed(1)} a second`,
  };
}

function costFigure(signIn: WorkSum, pure: WorkSum): Figure {
  const [wholeMs, argonMs] = [signIn.cpuMs / signIn.count, pure.cpuMs / pure.count];
  const besideMs = wholeMs - argonMs;
  const mainMs = signIn.mainMs / signIn.count;
  return {
    name: "api CPU of a sign-in beside argon2",
    value: `${besideMs.toFixed(1)} ms`,
    reach: `≤ ${TARGET_CPU_MS} ms`,
    isReached: besideMs <= TARGET_CPU_MS,
    detail: `${wholeMs.toFixed(1)} ms in all, ${argonMs.toFixed(1)} ms of them argon2; the main thread, where argon2 never runs, ${mainMs.toFixed(1)} ms`,
  };
}

export const signInBench: Bench[] = [{ name: "sign-in", run: runBench }];
