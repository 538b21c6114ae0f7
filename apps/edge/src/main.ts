import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { runProcess } from "@shoal/lifecycle";
import { withTracing } from "@shoal/tracing";
import { readConfig } from "./config.ts";
import { startEdge } from "./edge.ts";

await runProcess(async () => {
  const config = readConfig();
  const tracing = {
    service: "edge",
    endpoint: config.tracing.endpoint,
    ratio: config.tracing.ratio,
    secret: { header: INTERNAL_SECRET_HEADER, value: config.internalSecret },
  };
  return withTracing(tracing, () => startEdge(config));
});
