import { createRedisCounts, JointRates, openRedis } from "@shoal/limits";
import type { FastifyBaseLogger } from "fastify";

export interface JointLimits {
  rates: JointRates | undefined;
  start(): void;
  close(): Promise<void>;
}

/** The rates that edges keep together by Redis; none without it, and then each edge counts for itself. */
export function openJointLimits(
  { redisUrl, internalSecret }: { redisUrl?: string | undefined; internalSecret: string },
  log: FastifyBaseLogger,
): JointLimits {
  if (!redisUrl) return { rates: undefined, start: () => undefined, close: async () => undefined };
  const redis = openRedis({
    url: redisUrl,
    installationSecret: internalSecret,
    onAway: (err) => log.error({ err }, "Redis is away: this edge counts requests for itself"),
    onBack: () => log.info("Redis is back"),
  });
  const rates = new JointRates({
    name: "edge",
    counts: createRedisCounts(redis),
    onError: (err) => log.error({ err }, "Limits could not be told to other edges"),
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
