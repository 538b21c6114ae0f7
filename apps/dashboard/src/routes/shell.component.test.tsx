import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleClient, sampleUser } from "../testing/samples.ts";
import { cleanAfterEach, show } from "../testing/show.tsx";
import { Shell } from "./shell.tsx";

cleanAfterEach();

const CHAT_USER = sampleUser({ client_infos: [sampleClient({ chat: true })] });
const banner = page.getByRole("banner");
const mainContent = page.getByRole("main");

test.each(["/chat", "/chat/project-1", "/chat/custom/room-1"])("%s has no navigation bar", async (path) => {
  show(<Shell />, { path, user: CHAT_USER });
  await expect.element(mainContent).toBeInTheDocument();
  await expect.element(banner).not.toBeInTheDocument();
});

test.each(["/videos", "/chatLive/video-1"])("%s has the navigation bar", async (path) => {
  show(<Shell />, { path, user: CHAT_USER });
  await expect.element(mainContent).toBeInTheDocument();
  await expect.element(banner).toBeVisible();
});
