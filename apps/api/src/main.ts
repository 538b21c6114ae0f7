import { startApi } from "./app.ts";
import { readConfig } from "./config.ts";

const api = await startApi(readConfig());
process.send?.({ url: api.url });

let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  api.close().then(
    () => process.exit(0),
    (error: unknown) => {
      api.app.log.error({ err: error }, "the api did not stop cleanly");
      process.exit(1);
    },
  );
}
process.on("SIGTERM", stop);
// A supervisor that is gone cannot ask us to stop.
process.on("disconnect", stop);
process.on("SIGINT", () => {
  // Ctrl-C reaches the whole group; under a supervisor, he says when to stop.
  if (!process.send) stop();
});
