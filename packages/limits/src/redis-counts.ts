import type { ChainableCommander } from "ioredis";
import type { SharedRedis } from "./open-redis.ts";
import { CountsUnavailableError, type SharedCounts } from "./shared-counts.ts";

/** Adds to a bucket, which is stored as the time at which it will be empty by Redis's clock. Returns the milliseconds until then. */
const ADD_TO_BUCKET_SCRIPT = `
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local empty = math.max(tonumber(redis.call("GET", KEYS[1]) or "0"), now) + tonumber(ARGV[1])
redis.call("SET", KEYS[1], string.format("%.0f", empty), "PX", string.format("%.0f", empty - now))
return empty - now`;

/** Creates shared counts in Redis. Each command has one key, as a Redis cluster requires. */
export function createRedisCounts({ client, prefix }: Pick<SharedRedis, "client" | "prefix">): SharedCounts {
  const assertThere = () => {
    if (client.status !== "ready") throw new CountsUnavailableError("Redis is away");
  };
  const keyOf = (key: string) => `${prefix}:counts:${key}`;
  return {
    async add(counts) {
      if (counts.length === 0) return new Map();
      assertThere();
      const commands = client.pipeline();
      for (const { key, points, untilMs } of counts)
        commands.incrby(keyOf(key), points).pexpireat(keyOf(key), Math.ceil(untilMs));
      const answers = await answersOf(commands);
      return new Map(counts.map(({ key }, n) => [key, answers[2 * n] ?? 0]));
    },
    async pour(poured) {
      if (poured.length === 0) return new Map();
      assertThere();
      const commands = client.pipeline();
      for (const { key, units, perSec } of poured)
        commands.eval(ADD_TO_BUCKET_SCRIPT, 1, keyOf(key), Math.max(1, Math.ceil((units * 1_000) / perSec)));
      const answers = await answersOf(commands);
      return new Map(poured.map(({ key, perSec }, n) => [key, ((answers[n] ?? 0) * perSec) / 1_000]));
    },
  };
}

/** Returns the responses to all commands. @throws the Error of the first command that failed. */
async function answersOf(commands: ChainableCommander): Promise<number[]> {
  const answers = (await commands.exec()) ?? [];
  return answers.map(([error, answer]) => {
    if (error) throw error;
    return Number(answer);
  });
}
