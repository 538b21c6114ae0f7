import { MAX_PICTURE_BYTES, PICTURE_REFUSALS, type PictureView, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import {
  createPng,
  listStored,
  madePicture,
  reportResult,
  uploadPicture,
} from "../../../testing/picture-harness.ts";

let api: TestApi;
let editor: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [editor, outsider] = [await api.addUser(["editor"]), await api.addUser(["manager"])];
});
afterAll(() => api.close());

const readPicture = (id: string, user = editor) => user.call(routes.getPicture, { params: { id } });
const removePicture = (id: string, user = editor) => user.call(routes.deletePicture, { params: { id } });
const awaitState = (id: string, state: PictureView["state"]) =>
  eventually(async () => expect((await readPicture(id)).state).toBe(state));

async function addReady(fields: Record<string, string> = {}): Promise<PictureView> {
  const { id } = await uploadPicture(api, editor, createPng(), fields);
  await reportResult(api, madePicture(id));
  await awaitState(id, "ready");
  return readPicture(id);
}

test("a worker converts a picture, which is then shown, and its original is deleted", async () => {
  const reader = await api.addUser([], { clientOf: editor });
  expect(await codeOf(uploadPicture(api, reader, createPng()))).toBe("forbidden");
  const added = await uploadPicture(api, editor, createPng());
  expect(added).toMatchObject({ name: "Our team", state: "preparing", source: null, width: null });
  const { rows } = await api.database.pool.query(
    "SELECT data FROM queue.job WHERE name = 'make-picture' AND data->'asset'->>'uuid' = $1",
    [added.id],
  );
  expect(rows).toEqual([
    {
      data: {
        asset: { kind: "picture", uuid: added.id },
        object: `pictures/${added.id}/source/original`,
      },
    },
  ]);
  await reportResult(api, madePicture(added.id));
  // The result arrives twice, for example after a crash between applying it and completing its job.
  await reportResult(api, madePicture(added.id));
  await awaitState(added.id, "ready");
  const picture = await readPicture(added.id, reader);
  expect(picture).toMatchObject({ width: 1000, height: 500, sizeBytes: 2_960, outroCount: 0 });
  const base = `http://127.0.0.1:8081/pictures/${added.id}/${"a".repeat(32)}`;
  expect(picture.source).toEqual({
    src: `${base}-1000.webp`,
    width: 1000,
    height: 500,
    alt: "",
    avif: `${base}-480.avif 480w, ${base}-1000.avif 1000w`,
    webp: `${base}-480.webp 480w, ${base}-1000.webp 1000w`,
  });
  await eventually(async () => expect(await listStored(api)).toContain(added.id));
  const { storedBytes } = await editor.call(routes.getStorage, {});
  expect(storedBytes).toBe(2_960);
});

test("a file that is not a valid picture is refused with the reason and not stored", async () => {
  const before = await listStored(api);
  const text = (content: string) => Buffer.from(content);
  const animated = Buffer.concat([
    text("RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0"),
    Buffer.from([2]),
    Buffer.alloc(20),
  ]);
  const refused: [Buffer, string][] = [
    [Buffer.alloc(0), PICTURE_REFUSALS.empty],
    [text("not a picture, though named .png"), PICTURE_REFUSALS.unknownKind],
    [text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), PICTURE_REFUSALS.unknownKind],
    // A picture appended to HTML: content sniffing by the first bytes would treat it as HTML.
    [Buffer.concat([text("<html><script>1</script>"), createPng()]), PICTURE_REFUSALS.unknownKind],
    [text("GIF89a"), PICTURE_REFUSALS.unknownKind],
    [animated, PICTURE_REFUSALS.animation],
    [createPng(0, 5), PICTURE_REFUSALS.noPixels],
    [createPng(50_000, 50_000), PICTURE_REFUSALS.tooManyPixels],
    [createPng(12_001, 1), PICTURE_REFUSALS.tooManyPixels],
    [Buffer.concat([createPng(), Buffer.alloc(MAX_PICTURE_BYTES)]), PICTURE_REFUSALS.tooManyBytes],
  ];
  for (const [bytes, reason] of refused)
    expect(await errorOf(uploadPicture(api, editor, bytes)), reason).toMatchObject({
      code: "picture_refused",
      fields: [{ path: "picture", reason }],
    });
  const named = uploadPicture(api, editor, createPng(), { name: "x".repeat(201), color: "red" });
  expect((await errorOf(named)).fields?.map(({ path }) => path).toSorted()).toEqual(["color", "name"]);
  expect(await listStored(api)).toEqual(before);
});

test("a picture that no worker can make shows the reason and leaves no file", async () => {
  const { id } = await uploadPicture(api, editor, createPng());
  const asset = { kind: "picture" as const, uuid: id };
  const fault = { errorType: "unreadable" as const, detail: "broken" };
  await reportResult(api, { type: "asset-failed", asset, job: "make-picture", fault });
  await awaitState(id, "failed");
  expect(await readPicture(id)).toMatchObject({ errorType: "unreadable", source: null });
  await eventually(async () => expect(await listStored(api)).not.toContain(id));
  await removePicture(id);
  expect(await codeOf(readPicture(id))).toBe("picture_not_found");
});

test("pictures can be paged, searched by name, changed, and deleted unless an outro shows them", async () => {
  const team = await addReady({ name: "Team", alt: "Five people" });
  const logo = await addReady({ name: "Logo 100%" });
  const list = (query: object, user = editor) => user.call(routes.listPictures, { query });
  expect((await list({ search: "100%" }))._embedded.map(({ id }) => id)).toEqual([logo.id]);
  const all = await list({ pagesize: 1 });
  expect(all._embedded.map(({ id }) => id)).toEqual([logo.id]);
  expect(all._size).toBeGreaterThanOrEqual(2);
  expect((await list({}, outsider))._size).toBe(0);
  const change = (id: string, body: object, user = editor) =>
    user.call(routes.updatePicture, { params: { id }, body });
  expect(await change(team.id, { name: "Our team" })).toMatchObject({ name: "Our team", alt: "Five people" });
  expect(await codeOf(change(team.id, { name: "Mine" }, outsider))).toBe("picture_not_found");
  expect(await codeOf(removePicture(team.id, outsider))).toBe("picture_not_found");
  const outro = await editor.call(routes.addOutro, { body: { title: "Thanks", image: team.id } });
  expect(await readPicture(team.id)).toMatchObject({ outroCount: 1 });
  expect(await errorOf(removePicture(team.id))).toMatchObject({
    code: "picture_in_use",
    fields: [{ path: `outros.${outro.id}`, reason: "Thanks" }],
  });
  await editor.call(routes.deleteOutro, { params: { id: outro.id } });
  await removePicture(team.id);
  await eventually(async () => expect(await listStored(api)).not.toContain(team.id));
});
