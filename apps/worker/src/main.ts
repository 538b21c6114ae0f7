import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { runProcess } from "@shoal/lifecycle";
import { withTracing } from "@shoal/tracing";
import { readConfig } from "./config.ts";
import { startWorker } from "./worker.ts";

await runProcess(async () => {
  const config = readConfig(process.env);
  const tracing = {
    service: "worker",
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    secret: { header: INTERNAL_SECRET_HEADER, value: config.INTERNAL_SECRET },
  };
  return withTracing(tracing, async () => {
    const worker = await startWorker(config);
    return { close: () => worker.stop() };
  });
});
