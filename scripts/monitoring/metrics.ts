import { UnknownFieldsLog } from "../../apps/api/src/modules/accounts/logs/unknown-fields-log.ts";
import { measureFigures } from "../../apps/api/src/modules/insight/figures/lateness.ts";
import { watchProxies } from "../../apps/api/src/platform/http/proxy-watch.ts";
import { measureRequests } from "../../apps/api/src/platform/metrics.ts";
import { measureQueue, measureStore } from "../../apps/api/src/platform/queue/queue-metrics.ts";
import { watchRefusedStatements } from "../../apps/api/src/platform/refused-statements.ts";
import { createMetrics } from "../../apps/edge/src/platform/metrics.ts";
import { createMetrics as makeIngestMetrics } from "../../apps/ingest/src/platform/metrics.ts";
import { createMetrics as makeWorkerMetrics } from "../../apps/worker/src/platform/metrics.ts";

/** The processes, by the names of their jobs in Prometheus. */
export const PROCESS_NAMES = ["api", "edge", "ingest", "worker"] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

type MetricsRegistry = ReturnType<typeof measureRequests>;

const REGISTRIES_BY_PROCESS: Record<ProcessName, () => MetricsRegistry> = {
  api: apiRegistry,
  edge: () => createMetrics().registry,
  ingest: () =>
    makeIngestMetrics({
      states: () => [],
      relays: () => [],
      sources: () => [],
      usedCores: () => 0,
      leftOutRungs: () => 0,
    }).registry,
  worker: () => makeWorkerMetrics(() => ({ first: 0, piece: 0, long: 0, fetch: 0, align: 0 })).registry,
};

/** Returns the names of all metrics in a process's `/metrics`. A test compares the API's names with those of a running API. */
export const metricsOf = (name: ProcessName): string[] =>
  REGISTRIES_BY_PROCESS[name]()
    .getMetricsAsArray()
    .map((metric) => metric.name);

function apiRegistry(): MetricsRegistry {
  type Server = Parameters<typeof measureRequests>[0];
  const app = { addHook: () => app, log: { error: () => undefined } } as unknown as Server;
  const registry = measureRequests(app);
  watchProxies(app, { trusted: [], registry });
  watchRefusedStatements({ error: () => undefined }).measure(registry);
  new UnknownFieldsLog({ add: () => undefined }).measure(registry);
  measureFigures(registry, async () => 0);
  measureQueue(registry, async () => []);
  measureStore(registry, async () => 0);
  return registry;
}
