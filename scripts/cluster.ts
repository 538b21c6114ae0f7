/** `npm run cluster [-- FOLDER]`: runs several of each process on this machine, as on several machines. Ctrl-C stops all. */
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openLogFile } from "../apps/start/src/log-file.ts";
import { startCluster } from "../harness/cluster/cluster.ts";

const [given] = process.argv.slice(2);
const dataDir = given ? resolve(given) : await mkdtemp(join(tmpdir(), "shoal-cluster-"));
await mkdir(dataDir, { recursive: true });
let isStopping = false;
const clusterLog = openLogFile(join(dataDir, "cluster.log"));
const onLine = (name: string, line: string) => {
  clusterLog.write(`${name}: ${line}`);
  if (name === "start" && !isStopping) console.log(line);
};
console.log(`Starting a cluster in ${dataDir}: a minute on an idle machine`);
const cluster = await startCluster({ dataDir, onLine });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    console.log("\nStopping");
    void cluster.stop().then(async () => {
      await clusterLog.close();
      process.exit(0);
    });
  });
const ingestUrls = cluster.rtmpUrls.join(", ");
const encoderAddresses = cluster.balanced
  ? `${cluster.balanced.rtmpUrl}, ${cluster.balanced.srtUrl}   behind them ${ingestUrls}`
  : ingestUrls;
console.log(`
It runs: ${[...cluster.members].map(([name, kept]) => `${name} (${kept.pid()})`).join(", ")}.

  Dashboard  ${cluster.installation.apiUrl}   behind it ${cluster.apiUrls.join(", ")}
  Player     ${cluster.installation.edgeUrl}   behind it ${cluster.edgeUrls.join(", ")}
  Encoders   ${encoderAddresses}
  PostgreSQL ${cluster.databaseUrl}
  Logs       ${join(dataDir, "cluster.log")}

${cluster.remarks.map((remark) => `- ${remark}`).join("\n")}`);
if (cluster.administrator)
  console.log(
    `\nSign in as ${cluster.administrator.username} with the one-time password ${cluster.administrator.password}`,
  );
console.log("\nKill any of the processes: it is started again. Ctrl-C ends all.");
