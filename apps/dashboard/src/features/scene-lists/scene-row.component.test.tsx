import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { sceneOfVideo } from "./draft.ts";
import { SceneRow } from "./scene-row.tsx";

cleanAfterEach();

const THUMBNAIL = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=";
const SCENE = sceneOfVideo({
  uuid: "video-1",
  title: "Harbour",
  duration: 20,
  manifest: { thumbnail: THUMBNAIL, hls: null, dash: null },
});
const doNothing = () => undefined;

test("a scene shows its thumbnail, range and video", async () => {
  show(
    <ul>
      <SceneRow
        scene={{ ...SCENE, in: 5, out: 12 }}
        place={0}
        count={1}
        list={undefined}
        fault={undefined}
        mark={undefined}
        handle={{}}
        isOpen={false}
        isFull={false}
        onOpen={doNothing}
        onChange={doNothing}
        onMoveBy={doNothing}
        onCopy={doNothing}
        onRemove={doNothing}
      />
    </ul>,
  );
  const row = page.getByRole("listitem");
  await expect.element(row).toBeVisible();
  await expect.poll(() => document.querySelector("li img")?.getAttribute("src")).toBe(THUMBNAIL);
  await expect.element(row.getByText(/0:05.*0:12/)).toBeVisible();
  await expect.element(row.getByText(/Harbour/)).toBeVisible();
});
