import { routes } from "@shoal/contract";
import { hashPassword } from "../apps/api/src/modules/auth/index.ts";
import { PASSWORD, startTestApi, type TestApi } from "../apps/api/src/test-api.ts";
import { UNLIMITED } from "../apps/api/src/testing/unlimited.ts";
import type { Bench, Figure } from "./bench.ts";
import { postRequest, sendLoad } from "./load-generator.ts";

const AT_ONCE = 4;
const USERS = 8;
const WARM_UP_MS = 2_000;
const DURATION_MS = 8_000;
/** Beside argon2, the database and the sender of the calls use the same cores. */
const SHARE_OF_PURE_RATE = 0.75;
const REACH_CPU_MS = 5;

interface Rate {
  perSecond: number;
  /** That this process used for one, in ms. */
  cpuMs: number;
}

/** What this process does in a while, and what it costs. @param run returns how many it did. */
async function rateOf(run: () => Promise<number>): Promise<Rate> {
  const [startedAtMs, before] = [performance.now(), process.cpuUsage()];
  const count = await run();
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: (count * 1_000) / (performance.now() - startedAtMs),
    cpuMs: (user + system) / 1_000 / count,
  };
}

/** Hashes as many passwords as there are sign-ins at once, with the same parameters, and does nothing else. */
async function hashFor(durationMs: number): Promise<number> {
  const endsAtMs = performance.now() + durationMs;
  let count = 0;
  const worker = async () => {
    for (; performance.now() < endsAtMs; count += 1) await hashPassword(PASSWORD);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return count;
}

async function signInFor(api: TestApi, requests: string[], durationMs: number): Promise<number> {
  const load = { origin: api.url, requests, connections: AT_ONCE, durationMs };
  return (await sendLoad(load)).responses;
}

/** POST /api/login, beside argon2 with the parameters of the api in the same process. */
async function run(): Promise<Figure[]> {
  const api = await startTestApi(UNLIMITED);
  try {
    const users = [];
    for (let index = 0; index < USERS; index += 1) users.push(await api.addUser(["editor"]));
    const bodyOf = ({ username }: { username: string }) => ({ username, password: PASSWORD });
    const requests = users.map((user) => postRequest(routes.login.path, bodyOf(user)));
    await signInFor(api, requests, WARM_UP_MS);
    const pure = await rateOf(() => hashFor(DURATION_MS));
    const signIn = await rateOf(() => signInFor(api, requests, DURATION_MS));
    return [rateFigure(signIn, pure), costFigure(signIn, pure)];
  } finally {
    await api.close();
  }
}

function rateFigure(signIn: Rate, pure: Rate): Figure {
  const reach = SHARE_OF_PURE_RATE * pure.perSecond;
  return {
    name: `sign-ins a second, ${AT_ONCE} at once`,
    value: signIn.perSecond.toFixed(1),
    reach: `≥ ${reach.toFixed(1)} (${SHARE_OF_PURE_RATE * 100} % of argon2 alone)`,
    isReached: signIn.perSecond >= reach,
    detail: `argon2 alone ${pure.perSecond.toFixed(1)} a second`,
  };
}

function costFigure(signIn: Rate, pure: Rate): Figure {
  const besideMs = signIn.cpuMs - pure.cpuMs;
  return {
    name: "api CPU of a sign-in beside argon2",
    value: `${besideMs.toFixed(1)} ms`,
    reach: `≤ ${REACH_CPU_MS} ms`,
    isReached: besideMs <= REACH_CPU_MS,
    detail: `${signIn.cpuMs.toFixed(1)} ms in all, ${pure.cpuMs.toFixed(1)} ms of them argon2`,
  };
}

export const signInBench: Bench[] = [{ name: "sign-in", run }];
