import { routes, type SceneListView } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { sampleVideo } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { sceneOfVideo } from "./draft.ts";
import { useListDraft } from "./use-list-draft.ts";

cleanAfterEach();

const SCENE_LIST = {
  uuid: "list-1",
  title: "Harbours",
  description: "",
  autoplay: false,
  isPassword: false,
  revision: 1,
  scenes: [{ ...sceneOfVideo(sampleVideo()), duration: 60, state: "ready", errorType: null }],
} as unknown as SceneListView;

function DraftEditor() {
  const { draft, change, save, isSaving, isChanged } = useListDraft(SCENE_LIST, () => undefined);
  return (
    <>
      {(["title", "description"] as const).map((name) => (
        <input
          key={name}
          aria-label={name}
          value={draft[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        />
      ))}
      <button type="button" disabled={isSaving} onClick={() => void save()}>
        Save
      </button>
      <p>{isChanged ? "Changed" : "Unchanged"}</p>
    </>
  );
}

test("changes made while a list is being saved stay unsaved", async () => {
  const arrived = Promise.withResolvers<void>();
  const sent = answer(routes.updateSceneList, async ({ body }) => {
    await arrived.promise;
    return { ...SCENE_LIST, ...(body as object), scenes: SCENE_LIST.scenes, revision: 2 };
  });
  show(<DraftEditor />);
  const field = (name: string) => page.getByRole("textbox", { name });
  await field("title").fill("Harbours of Brittany");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => sent.length).toBe(1);
  await field("description").fill("From Brest to Lorient");
  arrived.resolve();
  await expect.element(page.getByRole("button", { name: "Save" })).toBeEnabled();
  await expect.element(field("title")).toHaveValue("Harbours of Brittany");
  await expect.element(field("description")).toHaveValue("From Brest to Lorient");
  await expect.element(page.getByText("Changed", { exact: true })).toBeVisible();
});
