import { createApiClient, routes } from "@shoal/contract";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { ensureDemoEditor } from "../seed/accounts.ts";
import { DEMO_PASSWORD } from "../seed/demo-data.ts";

const LIVE_TITLE = "Demo live";

/** A live that can be published. */
export interface DemoLive {
  username: string;
  embedUrl: string;
  /** The URL of the live's page in the dashboard. */
  pageUrl: string;
  /** The URL for encoders, which contains the live's stream key. */
  publishUrl: string;
}

/** The latency of viewers in seconds. It is long enough for them to exchange segments. With less, most bytes come from the server. */
const TARGET_LATENCY_SEC = 8;

/** Creates or finds the demo editor's demo live, and reopens it if it was stopped. */
export async function openDemoLive(apiUrl: string, databaseUrl: string): Promise<DemoLive> {
  const username = await ensureEditor(databaseUrl);
  const anonymous = createApiClient({ baseUrl: apiUrl, credential: () => undefined });
  const { credential } = await anonymous(routes.login, { body: { username, password: DEMO_PASSWORD } });
  const call = createApiClient({ baseUrl: apiUrl, credential: () => credential });
  const known = await call(routes.listVideos, {
    query: { page: 1, search: LIVE_TITLE, filter: { type: "live" } as never },
  });
  const found = known._embedded.find(({ title }) => title === LIVE_TITLE);
  const body = { title: LIVE_TITLE, type: "live", targetLatencySec: TARGET_LATENCY_SEC } as const;
  const { uuid } = found ?? (await call(routes.createVideo, { body }));
  const id = { params: { id: uuid } };
  const { embedUrl, live } = await call(routes.getVideo, id);
  if (live?.isOpen === false) await call(routes.restartEncoding, id);
  const { url, streamKey } = await call(routes.getStreamKey, id);
  return {
    username,
    embedUrl,
    pageUrl: `${apiUrl}/#/player/${uuid}`,
    publishUrl: `${url}/${streamKey}`,
  };
}

async function ensureEditor(databaseUrl: string): Promise<string> {
  const { db, close } = openDatabase(databaseUrl, 1);
  try {
    return (await ensureDemoEditor(db)).username;
  } finally {
    await close();
  }
}
