export { ExchangeLoop } from "./exchange-loop.ts";
export { JointRates } from "./joint-rates.ts";
export { openRedis, type SharedRedis } from "./open-redis.ts";
export { createRedisCounts } from "./redis-counts.ts";
export { CountsUnavailableError, type SharedCounts } from "./shared-counts.ts";
