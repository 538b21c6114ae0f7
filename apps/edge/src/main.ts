import { ConfigError, readConfig } from "./config.ts";
import { startEdge } from "./edge.ts";

/** Starts the edge with the environment's settings and closes it on a signal. */
async function main(): Promise<void> {
  const edge = await startEdge(readConfig());
  edge.log.info({ url: edge.url }, "The edge listens");
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      edge.log.info({ signal }, "The edge closes");
      edge.close().then(
        () => process.exit(0),
        (error: unknown) => {
          edge.log.fatal({ err: error }, "The edge did not close cleanly");
          process.exit(1);
        },
      );
    });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
});
