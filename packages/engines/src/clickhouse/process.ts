/** The process that owns the folder of an embedded ClickHouse. `startClickHouse` starts it, and it ends with its parent. */
import type { AddressInfo } from "node:net";
import { ClickHouseEngine } from "./engine.ts";
import { createClickHouseServer } from "./http-server.ts";

const { SHOAL_CLICKHOUSE_DATA: dataDir, SHOAL_CLICKHOUSE_PASSWORD: password } = process.env;
/** The port. With 0, the system chooses a free one. */
const port = Number(process.env.SHOAL_CLICKHOUSE_PORT ?? 0);
if (!dataDir || !password || !process.send) throw new Error("Started by startClickHouse only");

const database = "shoal";
const engine = new ClickHouseEngine(dataDir, database);
const server = createClickHouseServer(engine, { database, password });
server.listen(port, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));

let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  server.close(() => {
    engine.close();
    process.exit(0);
  });
  server.closeIdleConnections();
}
process.on("disconnect", stop);
process.on("SIGTERM", stop);
// Ctrl-C reaches the whole process group, but the supervisor decides when this process stops.
process.on("SIGINT", () => undefined);
