import { createClient } from "@clickhouse/client";
import { type OutroSessionRow, type OutroView, routes } from "@shoal/contract";
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
import { addVideo, findDescriptor } from "../../../testing/video-harness.ts";

const OUTRO_TEXTS = {
  title: "Thanks for watching",
  description: "See you soon",
  button: { text: "Buy", url: "https://example.org/buy?a=1" },
  subtext: { text: "Write to us", url: "mailto:hello@example.org" },
};
let api: TestApi;
let editor: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [editor, outsider] = [await api.addUser(["editor"]), await api.addUser(["manager"])];
});
afterAll(() => api.close());

const createOutro = (body: Parameters<typeof saveOutro>[1], user = editor) =>
  user.call(routes.addOutro, { body });
const readOutro = (id: string, user = editor) => user.call(routes.getOutro, { params: { id } });
const saveOutro = (
  outro: Pick<OutroView, "id" | "revision">,
  body: { title: string; [name: string]: unknown },
) =>
  editor.call(routes.updateOutro, {
    params: { id: outro.id },
    body: { revision: outro.revision, ...body },
  });
const assignToVideo = (id: string, outro: string | null, user = editor) =>
  user.call(routes.assignOutro, { params: { id }, body: { outro } });

async function addPicture(user = editor): Promise<string> {
  const { id } = await uploadPicture(api, user, createPng());
  await reportResult(api, madePicture(id));
  await eventually(async () =>
    expect((await user.call(routes.getPicture, { params: { id } })).state).toBe("ready"),
  );
  return id;
}

test("edges receive an outro with its videos after each change, until it is deleted", async () => {
  const [image, video, other] = [
    await addPicture(),
    await addVideo(api, editor),
    await addVideo(api, editor),
  ];
  const outro = await createOutro({ ...OUTRO_TEXTS, image });
  expect(outro).toMatchObject({
    ...OUTRO_TEXTS,
    backgroundImage: null,
    videoCount: 0,
    revision: 1,
    image: { id: image, source: { width: 1000 } },
  });
  const figures = { shown: 0, buttonClicks: 0, subtextClicks: 0 };
  await eventually(async () => expect((await readOutro(outro.id)).figures).toEqual(figures));
  expect(await assignToVideo(video, outro.id)).toMatchObject({ uuid: video, outro: outro.id });
  await assignToVideo(other, outro.id);
  const before = await findDescriptor(api, video);
  expect(before?.outro).toMatchObject({ uuid: outro.id, ...OUTRO_TEXTS, backgroundImage: null });
  expect(before?.outro?.image?.files).toHaveLength(4);
  const changed = await saveOutro(outro, { title: "Bye", image, backgroundImage: image });
  expect(changed).toMatchObject({ title: "Bye", button: null, videoCount: 2, revision: 2 });
  const after = await findDescriptor(api, video);
  expect(after?.outro).toMatchObject({ title: "Bye", button: null });
  expect(after?.revision).toBeGreaterThan(before?.revision ?? 0);
  expect(await codeOf(saveOutro(outro, { title: "Late" }))).toBe("edit_conflict");
  await editor.call(routes.updatePicture, { params: { id: image }, body: { alt: "A reef" } });
  expect((await findDescriptor(api, video))?.outro?.image?.alt).toBe("A reef");
  expect(await assignToVideo(other, null)).toMatchObject({ outro: null });
  await editor.call(routes.deleteOutro, { params: { id: outro.id } });
  const gone = await findDescriptor(api, video);
  expect(gone?.outro).toBeNull();
  expect(gone?.revision).toBeGreaterThan(after?.revision ?? 0);
  expect(await codeOf(readOutro(outro.id))).toBe("outro_not_found");
});

test("links of an outro must be web or mail addresses", async () => {
  const wrong = [
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "file:///etc",

    "//example.org",
    "example.org",
    "https://",
    "https://bank.example@evil.example",
    "mailto:",
    "vbscript:x",
  ];
  for (const url of wrong)
    expect((await errorOf(createOutro({ title: "x", button: { text: "Go", url } }))).fields, url).toEqual([
      expect.objectContaining({ path: "button.url" }),
    ]);
  const both = createOutro({
    title: " ",
    description: "x".repeat(601),
    subtext: { text: "", url: "ftp://x" },
  });
  expect((await errorOf(both)).fields?.map(({ path }) => path).toSorted()).toEqual([
    "description",
    "subtext.text",
    "subtext.url",
    "title",
  ]);
  const fine = await createOutro({
    title: "x",
    button: { text: "Go", url: "HTTP://example.org/é" },
    subtext: { text: "y" },
  });
  expect(fine.subtext).toEqual({ text: "y", url: null });
});

test("outros, pictures and videos of another client cannot be found", async () => {
  const [own, theirs] = [
    await createOutro({ title: "Own" }),
    await createOutro({ title: "Theirs" }, outsider),
  ];
  const [ownVideo, theirVideo] = [await addVideo(api, editor), await addVideo(api, outsider)];
  expect(await codeOf(assignToVideo(ownVideo, theirs.id))).toBe("outro_not_found");
  expect(await codeOf(assignToVideo(theirVideo, own.id))).toBe("video_not_found");
  expect(await codeOf(readOutro(own.id, outsider))).toBe("outro_not_found");
  const image = await addPicture(outsider);
  expect(await errorOf(createOutro({ title: "x", image, backgroundImage: image }))).toMatchObject({
    code: "picture_not_found",
    fields: [{ path: "image" }, { path: "backgroundImage" }],
  });
  const { id: preparing } = await uploadPicture(api, editor, createPng());
  expect(await errorOf(createOutro({ title: "x", image: preparing }))).toMatchObject({
    fields: [{ path: "image", reason: "is not ready yet" }],
  });
  const titles = (await editor.call(routes.listOutros, { query: { search: "o" } }))._embedded;
  expect(titles.map(({ title }) => title)).toEqual(["Own"]);
});

test("figures are summed by session, and null while the analytics engine is unavailable", async () => {
  const { id } = await createOutro({ title: "Counted" });
  const row = (session: string, counts: Partial<OutroSessionRow>): OutroSessionRow => ({
    client_uuid: editor.clientUuid,
    outro_uuid: id,
    video_uuid: "v",
    session_uuid: session,
    at: 1_790_000_000,

    version: 1,
    shown: 1,
    button_clicks: 0,
    subtext_clicks: 0,
    ...counts,
  });
  const analytics = createClient({ url: api.clickhouseUrl });
  const values = [
    row("a", {}),
    row("a", { version: 3, shown: 2, button_clicks: 1 }),
    // A late report with an old version changes nothing.
    row("a", {}),
    row("b", { version: 2, subtext_clicks: 1 }),
    { ...row("c", { shown: 9 }), client_uuid: outsider.clientUuid },
  ];
  for (const value of values)
    await analytics.insert({ table: "outro_sessions", values: [value], format: "JSONEachRow" });
  // The figures are read repeatedly, because they are also null while an overloaded engine is slow.
  const figures = { shown: 3, buttonClicks: 1, subtextClicks: 1 };
  await eventually(async () => expect((await readOutro(id)).figures).toEqual(figures));
  await analytics.command({ query: "RENAME TABLE outro_sessions TO away" });
  expect((await readOutro(id)).figures).toBeNull();
  await analytics.command({ query: "RENAME TABLE away TO outro_sessions" });
  await analytics.close();
});

test("deleting a client deletes its outros and pictures with their files", async () => {
  const owner = await api.addUser(["editor"]);
  const image = await addPicture(owner);
  await createOutro({ title: "x", image, backgroundImage: image }, owner);
  const admin = await api.addUser(["admin"]);
  const { clientname } = await admin.call(routes.getClient, { params: { id: owner.clientUuid } });
  await admin.call(routes.deleteClient, { params: { id: owner.clientUuid }, body: { clientname } });
  const { rows } = await api.database.pool.query("SELECT uuid FROM pictures WHERE client_uuid = $1", [
    owner.clientUuid,
  ]);
  expect(rows).toEqual([]);
  await eventually(async () => expect(await listStored(api)).not.toContain(image));
});
