/** `npm run demo:live`: runs a live with peers, in the running installation or in one started for it. Ctrl-C stops all. */
import { publishContinuously } from "@shoal/testkit";
import { findEndpoints } from "../apps/start/src/endpoints.ts";
import { prepareFolders, startPlatform } from "../apps/start/src/platform.ts";
import { readInstallation } from "../apps/start/src/settings.ts";
import { type DemoLive, openDemoLive } from "./demo/demo-live.ts";
import { canWatch, watchDemo } from "./demo/demo-viewers.ts";
import { DEMO_PASSWORD } from "./seed/demo-data.ts";

const stopController = new AbortController();
const { signal } = stopController;
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stopController.abort());

const installation = await readInstallation();
await prepareFolders(installation);
const runningEndpoints = await findEndpoints(installation.dataDir);
const ownPlatform = runningEndpoints ? undefined : await startOwnPlatform();
try {
  const { databaseUrl } = runningEndpoints ?? ownPlatform ?? { databaseUrl: "" };
  if (databaseUrl)
    await showLive(await openDemoLive(runningEndpoints?.apiUrl ?? installation.apiUrl, databaseUrl));
} finally {
  if (ownPlatform) console.log("Stopping");
  await ownPlatform?.stop();
}

/** Starts the demo. Returns undefined if it was aborted in the meantime. */
async function startOwnPlatform() {
  console.log("Starting an installation");
  try {
    return await startPlatform({ installation, signal, onLine: () => undefined });
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  }
}

async function showLive(live: DemoLive): Promise<void> {
  printAddresses(live);
  const onCut = () => {
    console.log("The publisher was cut; it comes back");
  };
  const publishing = publishContinuously(live.publishUrl, { signal, onCut });
  try {
    if (canWatch()) await watchDemo(live.embedUrl, signal);
    else console.log("Chromium is not installed, so nobody watches here: open the address above twice.");
    // The live is published even if it has no simulated viewers.
    await publishing;
  } finally {
    stopController.abort();
    await publishing;
  }
}

function printAddresses({ embedUrl, pageUrl, username }: DemoLive): void {
  console.log(`\n  Watch      ${embedUrl}\n  Dashboard  ${pageUrl}`);
  console.log(`             as ${username} with the password ${DEMO_PASSWORD}\n\nCtrl-C stops the demo.\n`);
}
