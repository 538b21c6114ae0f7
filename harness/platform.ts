import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "@shoal/testkit";
import { type Platform, prepareFolders, startPlatform } from "../apps/start/src/platform.ts";
import type { Installation } from "../apps/start/src/settings.ts";
import { openPlatformLog } from "./test-artifacts.ts";

export interface TestPlatform extends Platform {
  /** The lines that the processes have printed, the newest last. */
  log: string[];
  close(): Promise<void>;
}

/** Prepares a separate installation in a new folder. It uses free ports. */
export async function makeInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), "shoal-e2e-"));
  const [apiPort = 0, edgePort = 0, rtmpPort = 0, srtPort = 0, capturePort = 0, cdnPort = 0, ...internal] =
    await freePorts(8);
  const secret = () => randomBytes(32).toString("hex");
  const installation = {
    dataDir,
    apiPort,
    edgePort,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    edgeUrl: `http://127.0.0.1:${edgePort}`,
    apiInternalUrl: `http://127.0.0.1:${internal[0]}`,
    edgeInternalUrl: `http://127.0.0.1:${internal[1]}`,
    rtmpHost: "127.0.0.1",
    rtmpPort,
    rtmpUrl: `rtmp://127.0.0.1:${rtmpPort}/live`,

    rtmpsHost: "127.0.0.1",
    rtmpsPort: 0,
    rtmpsUrl: undefined,

    srtHost: "127.0.0.1",
    srtPort,
    srtUrl: `srt://127.0.0.1:${srtPort}`,
    captureHost: "127.0.0.1",
    capturePort,
    captureUrl: `ws://127.0.0.1:${capturePort}/capture`,
    cdnDir: join(dataDir, "cdn"),
    cdnHost: "127.0.0.1",
    cdnPort,
    cdnUrl: `http://127.0.0.1:${cdnPort}`,
    isCdnWanted: false,
    workers: 1,
    secrets: { internal: secret(), playback: `k1:${secret()}`, workerDatabase: secret() },
  };
  await prepareFolders(installation);
  return installation;
}

/** Starts all processes that `npm start` starts. @example await using platform = await startTestPlatform(); */
export async function startTestPlatform(installation?: Installation): Promise<TestPlatform> {
  const own = installation ?? (await makeInstallation());
  const log: string[] = [];
  const file = openPlatformLog(own.dataDir);
  const platform = await startPlatform({
    installation: own,
    isThrowaway: true,
    onLine(name, line) {
      log.push(`${name}: ${line}`);
      file.write(name, line);
    },
  });
  return {
    ...platform,
    log,
    async close() {
      await platform.stop();
      await file.close();
      if (!installation) await rm(own.dataDir, { recursive: true, force: true });
    },
  };
}
