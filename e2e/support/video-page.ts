import { routes, type VideoView } from "@shoal/contract";
import { H264, makeClip, testPicture } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach } from "vitest";
import { type Account, uploadFile, waitForVideo } from "../../harness/account.ts";
import { openAs, type Person } from "../../harness/people.ts";
import { addTenant, type TenantUser, type TestTenant, useAdministrator } from "./tenants.ts";
import { useBrowser } from "./test-browser.ts";

export const CLIP_DURATION_SEC = 8;

export interface VideoPage {
  /** The client of the running test, and the client's manager. */
  readonly tenant: TestTenant;
  readonly manager: TenantUser;
  /** The manager's account, for uploading files. */
  readonly owner: Account;
  /** Adds a playable video to the client. The video is silent unless another file is given. */
  addVideo(title: string, file?: Buffer): Promise<string>;
  read(uuid: string): Promise<VideoView>;
  /** Opens the page of a video. The manager opens it unless another user is given. */
  open(uuid: string, options?: { section?: string; person?: Person }): Promise<Page>;
}

/**
 * Sets up tests of a video's page: a browser, a clip to upload, and a separate client for each test.
 * @example const { addVideo, open } = useVideoPage(); // at the top of the file; later: await open(await addVideo("Harbour"))
 */
export function useVideoPage(): VideoPage {
  const browser = useBrowser();
  let tenant: TestTenant;
  let clip: Buffer;
  beforeAll(async () => {
    clip = await makeFilm();
  });
  beforeEach(async () => {
    tenant = await addTenant(["manager"]);
    await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  });
  const ownerOf = ({ user }: TestTenant): Account => ({ ...useAdministrator(), ...user });
  return {
    get tenant() {
      return tenant;
    },
    get manager() {
      return tenant.user;
    },
    get owner() {
      return ownerOf(tenant);
    },
    addVideo: async (title, file = clip) => {
      const owner = ownerOf(tenant);
      const uuid = await uploadFile(owner, title, file);
      await waitForVideo(owner, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
      return uuid;
    },
    read: (uuid) => tenant.user.call(routes.getVideo, { params: { id: uuid } }),
    open: (uuid, { section, person = tenant.user } = {}) =>
      openAs(browser.context, useAdministrator(), {
        person,
        path: `/player/${uuid}${section ? `?section=${section}` : ""}`,
      }),
  };
}

/** Makes a video of `CLIP_DURATION_SEC`. It is silent, unless ffmpeg's arguments for audio are given. */
export function makeFilm(sound: string[] = []): Promise<Buffer> {
  const picture = testPicture({ durationSec: CLIP_DURATION_SEC, rate: "10" });
  const args = [...picture, ...sound, ...H264, "-movflags", "+faststart"];
  return makeClip("clip.mp4", args);
}

export const sectionOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const findButton = (page: Page, section: string, name: string) =>
  sectionOf(page, section).getByRole("button", { name, exact: true });
/** Opens a tab of the page. */
export const openTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
export const waitForPreview = (page: Page) =>
  page.getByRole("button", { name: "Use preview position" }).and(page.locator(":enabled")).waitFor();
