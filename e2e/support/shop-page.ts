import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { routes } from "@shoal/contract";
import { makeTestMedia } from "@shoal/testkit/test-media";
import { afterAll, beforeAll } from "vitest";
import { type Account, openAccount } from "../../harness/account.ts";
import { addPerson, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { makeHlsFolder } from "./hls-folder.ts";
import { type PluginPage, usePlugin } from "./plugin-page.ts";
import { uniqueName } from "./tenants.ts";

/** The name of the video on pages that do not specify one. */
export const FILM_PATH = "/film/master.m3u8";

/** A page with the code of docs/plugin.md. The page's URL may specify the video's name. */
export const HLS_JS: PluginPage = {
  player: join(dirname(createRequire(import.meta.url).resolve("hls.js")), "hls.min.js"),
  adapter: "shoal-hls",
  play: `
    const hls = new Hls();
    const name = query.get("video");
    window.attachment = shoal.attachHls(hls, video, name ? { ...options, video: name } : options);
    hls.loadSource("${FILM_PATH}");
    hls.attachMedia(video);`,
};

export interface ShopPlatform {
  readonly admin: Account;
  /** A shop whose page plays its video with any key. */
  shop: ReturnType<typeof usePlugin>;
  /** Creates a new plugin client with a manager, and a key for its pages. @param uploadPercent the upload rule of the key's config. */
  addPluginClient(uploadPercent?: number): Promise<{ person: Person; key: string }>;
}

/**
 * Sets up a platform for one test file, and a shop's page that plays a video through the plugin. To be called at the top of a
 * file.
 * @param seconds the video's length.
 */
export function useShop({ seconds }: { seconds: number }): ShopPlatform {
  let platform: TestPlatform;
  let admin: Account;
  let files = new Map<string, Uint8Array | string>();
  const shop = usePlugin(
    (path) => files.get(path),
    undefined,
    () => platform.installation.edgeUrl,
  );
  beforeAll(async () => {
    files = makeHlsFolder(await makeTestMedia(seconds), "/film");
    platform = await startTestPlatform();
    admin = await openAccount(platform);
  });
  afterAll(() => platform?.close());
  return {
    shop,
    get admin() {
      return admin;
    },
    async addPluginClient(uploadPercent) {
      const body = { clientname: uniqueName("Reef"), type: "plugin" as const };
      const { uuid } = await admin.call(routes.createClient, { body });
      const username = uniqueName("user");
      const fields = { username, roles: ["manager" as const], email: `${username}@example.org` };
      const person = await addPerson(admin, uuid, fields);
      const rules = uploadPercent === undefined ? {} : { rules: { uploadPercent } };
      const { key } = await person.call(routes.addConfig, { body: { name: "Shop", ...rules } });
      return { person, key };
    },
  };
}
