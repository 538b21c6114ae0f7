import { join } from "node:path";
import { findMailDir, type Installation, REPOSITORY_ROOT, slotsPerWorker, spoolDirOf } from "./settings.ts";

/** The addresses of the engines that processes use. */
export interface EngineUrls {
  databaseUrl: string;
  clickhouseUrl: string;
  workerDatabaseUrl: string;
}

/** Returns the processes in the order of their start, each with its settings. */
export function processesOf(installation: Installation, engines: EngineUrls) {
  const { dataDir, secrets, workers } = installation;
  const shared = {
    MEDIA_STORE: process.env.MEDIA_STORE ?? join(dataDir, "media"),
    INTERNAL_SECRET: secrets.internal,
    CLICKHOUSE_URL: engines.clickhouseUrl,
    API_PUBLIC_URL: installation.apiUrl,
    EDGE_PUBLIC_URL: installation.edgeUrl,
    API_INTERNAL_URL: installation.apiInternalUrl,
    CDN_PUBLIC_URL: installation.cdnUrl,
  };
  const api = {
    name: "api",
    script: "apps/api/src/main.ts",
    env: {
      ...shared,
      PORT: String(installation.apiPort),
      INTERNAL_PORT: new URL(installation.apiInternalUrl).port,
      DATABASE_URL: engines.databaseUrl,
      ...workerRoleSettings(secrets),
      RTMP_PUBLIC_URL: installation.rtmpUrl,
      RTMPS_PUBLIC_URL: installation.rtmpsUrl ?? "",
      SRT_PUBLIC_URL: installation.srtUrl,
      CAPTURE_PUBLIC_URL: installation.captureUrl,
      DASHBOARD_DIR: join(REPOSITORY_ROOT, "apps/dashboard/dist"),
      // SMTP_URL, MAIL_FROM, SUPPORT_EMAIL and GITHUB_… are in the environment, which every process inherits.
      MAIL_DIR: findMailDir(installation) ?? "",
    },
  };
  const edge = {
    name: "edge",
    script: "apps/edge/src/main.ts",
    env: {
      ...shared,
      PORT: String(installation.edgePort),
      INTERNAL_PORT: new URL(installation.edgeInternalUrl).port,
      PLAYBACK_SECRETS: secrets.playback,
      SPOOL_DIR: spoolDirOf(dataDir),
      CDN_DIR: installation.cdnDir,
      CDN_HOST: installation.cdnHost,
      CDN_PORT: String(installation.cdnPort),
    },
  };
  const ingest = {
    name: "ingest",
    script: "apps/ingest/src/main.ts",
    env: {
      ...shared,
      // In the environment, INTERNAL_PORT is the api's setting, so the ingest uses a separate variable.
      INTERNAL_PORT: process.env.INGEST_INTERNAL_PORT ?? "0",

      RTMP_HOST: installation.rtmpHost,
      RTMP_PORT: String(installation.rtmpPort),
      // RTMPS_CERT_FILE and RTMPS_KEY_FILE are in the environment, which every process inherits.

      RTMPS_HOST: installation.rtmpsHost,
      RTMPS_PORT: String(installation.rtmpsPort),

      SRT_HOST: installation.srtHost,
      SRT_PORT: String(installation.srtPort),

      CAPTURE_HOST: installation.captureHost,
      CAPTURE_PORT: String(installation.capturePort),
    },
  };
  return [
    api,
    edge,
    ingest,
    ...Array.from({ length: workers }, (_, index) =>
      workerSettingsOf(installation, engines, shared, index + 1),
    ),
  ];
}

/**
 * Returns the setting with which the api creates the workers' role. Returns none if the operator has created a role and set its
 * URL.
 */
function workerRoleSettings({ workerDatabase }: Installation["secrets"]): Record<string, string> {
  const { WORKER_DATABASE_URL: url, WORKER_DATABASE_ROLE: role = "" } = process.env;
  if (!url) return { WORKER_DATABASE_ROLE: role, WORKER_DATABASE_PASSWORD: workerDatabase };
  return { WORKER_DATABASE_ROLE: decodeURIComponent(new URL(url).username), WORKER_DATABASE_PASSWORD: "" };
}

function workerSettingsOf(
  installation: Installation,
  engines: EngineUrls,
  shared: Record<string, string>,
  number: number,
) {
  const name = installation.workers > 1 ? `worker-${number}` : "worker";
  return {
    name,
    script: "apps/worker/src/main.ts",
    env: {
      ...shared,
      PORT: "0",
      DATABASE_URL: engines.workerDatabaseUrl,
      WORK_DIR: join(installation.dataDir, "work"),
      WORKER_SLOTS: String(process.env.WORKER_SLOTS ?? slotsPerWorker(installation.workers)),
    },
  };
}
