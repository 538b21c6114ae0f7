import { createRedisCounts, JointRates, openRedis } from "@shoal/limits";
import type { FastifyBaseLogger } from "fastify";

export interface SharedLimits {
  rates: JointRates | undefined;
  start(): void;
  close(): Promise<void>;
}

/**
 * Opens the rate limits that edges share through Redis. Returns undefined without Redis, in which case each edge counts on its own.
 */
export function openSharedLimits(
  { redisUrl, internalSecret }: { redisUrl?: string | undefined; internalSecret: string },
  log: FastifyBaseLogger,
): SharedLimits {
  if (!redisUrl) return { rates: undefined, start: () => undefined, close: async () => undefined };
  const redis = openRedis({
    url: redisUrl,
    installationSecret: internalSecret,
    onAway: (err) => log.error({ err }, "Redis is unavailable: this edge counts requests on its own"),
    onBack: () => log.info("Redis is back"),
  });
  const rates = new JointRates({
    name: "edge",
    counts: createRedisCounts(redis),
    onError: (err) => log.error({ err }, "Limits could not be shared with other edges"),
  });
  return {
    rates,
    start: () => rates.start(),
    async close() {
      await rates.stop();
      redis.close();
    },
  };
}
