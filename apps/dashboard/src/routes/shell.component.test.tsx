import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleClient, sampleUser } from "../testing/samples.ts";
import { cleanAfterEach, show } from "../testing/show.tsx";
import { Shell } from "./shell.tsx";

cleanAfterEach();

const user = sampleUser({ client_infos: [sampleClient({ chat: true })] });
const bar = page.getByRole("banner");
const content = page.getByRole("main");

test.each(["/chat", "/chat/project-1", "/chat/custom/room-1"])("%s has no navigation bar", async (path) => {
  show(<Shell />, { path, user });
  await expect.element(content).toBeInTheDocument();
  await expect.element(bar).not.toBeInTheDocument();
});

test.each(["/videos", "/chatLive/video-1"])("%s has the navigation bar", async (path) => {
  show(<Shell />, { path, user });
  await expect.element(content).toBeInTheDocument();
  await expect.element(bar).toBeVisible();
});
