import { expect, test } from "vitest";
import { metricsOf } from "../monitoring/metrics.ts";
import { metricsIn } from "../monitoring/monitoring.ts";
import { checkDeployment, settingsIn } from "./deployment.ts";

test("all files that deploy/ refers to exist", () => {
  expect(checkDeployment()).toBeUndefined();
});

test("settings are also read from lines that are commented out, but not from remarks", () => {
  expect(settingsIn("# A remark: PORT=1\nHOST=2\n# LOG_LEVEL=3\n")).toEqual(["HOST", "LOG_LEVEL"]);
});

test("metrics are read from expressions without their labels", () => {
  expect(metricsIn('sum(rate(shoal_a_total{x="shoal_b"}[5m])) / process_c')).toEqual([
    "shoal_a_total",
    "process_c",
  ]);
});

test("each process has its own metrics and those of its runtime", () => {
  expect(metricsOf("edge")).toEqual(
    expect.arrayContaining(["shoal_edge_spool_bytes", "process_cpu_seconds_total"]),
  );
  expect(metricsOf("worker")).toContain("shoal_worker_jobs_total");
});
