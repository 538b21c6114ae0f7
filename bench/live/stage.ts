import { type ApiCall, type InputQualities, routes } from "@shoal/contract";
import { openAccount } from "../../harness/account.ts";
import { addPerson, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { openViewerBrowser, type ViewerBrowser } from "../../harness/swarm/swarm-viewers.ts";

/** A live that has no publisher yet. */
export interface BenchLive {
  embedUrl: string;
  /** The URL for encoders, which contains the live's stream key. */
  publishUrl: string;
  /** Ends the live without waiting for a reconnection. Waiting would keep the live's slot on the machine occupied for a minute. */
  end(): Promise<unknown>;
}

/** The whole platform as `npm start` starts it, and an editor who creates lives. */
export interface LiveStage {
  platform: TestPlatform;
  editor: Person;
  /** Opens a live. It has the optimized ladder unless qualities are given. */
  openLive(qualities?: InputQualities): Promise<BenchLive>;
  ingestPid(): number;
  close(): Promise<void>;
}

/** Runs a function with a stage and a browser for viewers, and disposes of both afterwards. */
export async function withLiveStage<T>(
  work: (stage: LiveStage, browser: ViewerBrowser) => Promise<T>,
): Promise<T> {
  const stage = await openLiveStage();
  try {
    const browser = await openViewerBrowser();
    try {
      return await work(stage, browser);
    } finally {
      await browser.close();
    }
  } finally {
    await stage.close();
  }
}

export async function openLiveStage(): Promise<LiveStage> {
  const platform = await startTestPlatform();
  try {
    const editor = await signInEditor(platform);
    return {
      platform,
      editor,
      openLive: (qualities) => openLive(editor.call, qualities),
      ingestPid: () => platform.children.find(({ name }) => name === "ingest")?.pid() ?? 0,
      close: () => platform.close(),
    };
  } catch (error) {
    await platform.close();
    throw error;
  }
}

async function signInEditor(platform: TestPlatform): Promise<Person> {
  const admin = await openAccount(platform);
  const { uuid } = await admin.call(routes.createClient, {
    body: { clientname: "Harbour", type: "platform" },
  });
  return addPerson(admin, uuid, { username: "editor", email: "editor@example.org", roles: ["editor"] });
}

async function openLive(call: ApiCall, inputQualities?: InputQualities): Promise<BenchLive> {
  const { uuid } = await call(routes.createVideo, {
    body: { title: "Harbour cam", type: "live", ...(inputQualities ? { inputQualities } : {}) },
  });
  const id = { params: { id: uuid } };
  const { embedUrl } = await call(routes.getVideo, id);
  const { url, streamKey } = await call(routes.getStreamKey, id);
  const end = () => call(routes.stopEncoding, id);
  return { embedUrl, publishUrl: `${url}/${streamKey}`, end };
}
