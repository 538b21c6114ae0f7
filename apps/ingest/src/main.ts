import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { runProcess } from "@shoal/lifecycle";
import { withTracing } from "@shoal/tracing";
import { readConfig } from "./config.ts";
import { startIngest } from "./ingest.ts";

await runProcess(async () => {
  const config = readConfig(process.env);
  const tracing = {
    service: "ingest",
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    secret: { header: INTERNAL_SECRET_HEADER, value: config.INTERNAL_SECRET },
  };
  return withTracing(tracing, () => startIngest(config));
});
