import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { routes } from "@shoal/contract";
import { RESULT_QUEUE } from "@shoal/contract/jobs";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startTestApi } from "../../../test-api.ts";
import { addVideo, findDescriptor, reportResult } from "../../../testing/video-harness.ts";

test("a late storyboard of the beginning does not replace that of the whole video", async () => {
  const api = await startTestApi();
  try {
    const editor = await api.addUser(["editor"]);
    const uuid = await addVideo(api, editor, { status: "encoding" });
    const folder = join(api.folder, "media", "videos", uuid);
    await mkdir(folder, { recursive: true });
    const report = async (name: "beginning" | "whole", tiles: number) => {
      const cues = Array.from({ length: tiles }, (_, n) => spriteCue(n, `${name}.jpg`));
      await writeFile(join(folder, `${name}.vtt`), ["WEBVTT\n", ...cues].join("\n"));
      const objectOf = (extension: string) => `videos/${uuid}/${name}.${extension}`;
      await reportResult(api, {
        type: "storyboard",
        videoUuid: uuid,
        generation: 1,
        isWhole: name === "whole",

        vttObject: objectOf("vtt"),
        sprites: [objectOf("jpg")],
        thumbnailObject: objectOf("webp"),
      });
    };
    const read = async () =>
      (await editor.call(routes.getStoryboard, { params: { id: uuid } })).storyboard ?? undefined;
    const isRead = async () => {
      const { count } = await api.database.db
        .selectFrom(sql<{ name: string; state: string }>`queue.job`.as("job"))
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .where("job.name", "=", RESULT_QUEUE)
        .where("job.state", "in", ["created", "active", "retry"])
        .executeTakeFirstOrThrow();
      expect(Number(count)).toBe(0);
    };

    await report("beginning", 1);
    await eventually(async () => expect(await read()).toMatchObject({ isWhole: false }));
    await report("whole", 4);
    await eventually(async () => expect(await read()).toMatchObject({ isWhole: true }));
    await report("beginning", 1);
    await eventually(isRead);
    expect((await read())?.tiles).toHaveLength(4);
    expect((await findDescriptor(api, uuid))?.storyboard).toMatchObject({
      vttObject: `videos/${uuid}/whole.vtt`,
    });
  } finally {
    await api.close();
  }
});

const clock = (sec: number) => `00:00:${String(sec).padStart(2, "0")}.000`;
const spriteCue = (n: number, sheet: string) =>
  `${clock(n * 4)} --> ${clock(n * 4 + 4)}\n${sheet}#xywh=${n * 160},0,160,90\n`;
