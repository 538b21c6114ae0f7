import { routes, type SceneListView } from "@shoal/contract";
import { Link, Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { sampleVideo } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { sceneOfVideo } from "./draft.ts";
import { SceneListPage } from "./scene-list-page.tsx";

cleanAfterEach();

const SCENE_LIST = {
  uuid: "list-1",
  title: "Harbours",
  description: "",
  autoplay: false,
  isPassword: false,
  revision: 1,
  state: "preparing",
  playable: false,
  readyCount: 0,
  sceneCount: 1,
  embedUrl: "https://play.example/v/list-1",
  scenes: [{ ...sceneOfVideo(sampleVideo()), duration: 60, state: "preparing", errorType: null }],
} as unknown as SceneListView;

test("text entered while a new list is created stays in the form at the address of the list", async () => {
  answer(routes.listVideos, () => ({ _embedded: [sampleVideo()], _size: 1 }));
  answer(routes.getSceneList, () => SCENE_LIST);
  const saved = Promise.withResolvers<void>();
  const sent = answer(routes.createSceneList, async () => {
    await saved.promise;
    return SCENE_LIST;
  });
  const changed = answer(routes.updateSceneList, ({ body }) => ({
    ...SCENE_LIST,
    ...(body as object),
    scenes: SCENE_LIST.scenes,
    revision: 2,
  }));
  const { address } = show(
    <Routes>
      <Route path="/scenelist/:uuid" element={<SceneListPage />} />
    </Routes>,
    { path: "/scenelist/new" },
  );
  const description = page.getByRole("textbox", { name: "Description" });
  await page.getByRole("button", { name: "Add Herring" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Harbours");
  await page.getByRole("button", { name: "Create list" }).click();
  await expect.poll(() => sent.length).toBe(1);
  await description.fill("From Brest to Lorient");
  saved.resolve();
  await expect.poll(address).toBe("/scenelist/list-1");
  await expect.element(description).toHaveValue("From Brest to Lorient");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => changed.map(({ body }) => body))
    .toMatchObject([{ description: "From Brest to Lorient", revision: 1 }]);
});

test("the form of a new list is empty again once the former new list has been created", async () => {
  answer(routes.listVideos, () => ({ _embedded: [sampleVideo()], _size: 1 }));
  answer(routes.getSceneList, () => SCENE_LIST);
  answer(routes.createSceneList, () => SCENE_LIST);
  const { address } = show(
    <>
      <Link to="/scenelist/new">Another list</Link>
      <Routes>
        <Route path="/scenelist/:uuid" element={<SceneListPage />} />
      </Routes>
    </>,
    { path: "/scenelist/new" },
  );
  const title = page.getByRole("textbox", { name: "Title" });
  await page.getByRole("button", { name: "Add Herring" }).click();
  await title.fill("Harbours");
  await page.getByRole("button", { name: "Create list" }).click();
  await expect.poll(address).toBe("/scenelist/list-1");
  await expect.element(page.getByRole("heading", { name: "Harbours", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Another list" }).click();
  await expect.element(page.getByRole("heading", { name: "New scene list", level: 1 })).toBeVisible();
  await expect.element(title).toHaveValue("");
  await expect.element(page.getByRole("button", { name: "Create list" })).toBeDisabled();
  await expect.element(page.getByRole("button", { name: "Remove: Herring" })).not.toBeInTheDocument();
});
