import { MAX_CATEGORIES, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { addVideo } from "../../../testing/video-harness.ts";

let api: TestApi;
let editor: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [editor, outsider] = [await api.addUser(["editor"]), await api.addUser(["manager"])];
});
afterAll(() => api.close());

const createCategory = (name: string, user = editor) => user.call(routes.addCategory, { body: { name } });
const list = (user = editor) => user.call(routes.listCategories, {});

test("categories can be added, renamed and deleted; their names are unique in a client, ignoring case", async () => {
  const reader = await api.addUser([], { clientOf: editor });
  expect(await codeOf(createCategory("Forbidden", reader))).toBe("forbidden");
  const sport = await createCategory("  Sport ");
  expect(sport).toEqual({ id: sport.id, name: "Sport", videoCount: 0 });
  expect(await errorOf(createCategory("SPORT"))).toMatchObject({
    code: "category_name_taken",
    fields: [{ path: "name" }],
  });
  expect((await errorOf(createCategory(" "))).fields?.[0]?.path).toBe("name");
  expect(await createCategory("sport", outsider)).toMatchObject({ name: "sport" });
  const news = await createCategory("News");
  const rename = (id: string, name: string, user = editor) =>
    user.call(routes.renameCategory, { params: { id }, body: { name } });
  expect(await codeOf(rename(news.id, "sport"))).toBe("category_name_taken");
  expect(await rename(sport.id, "SPORT")).toMatchObject({ name: "SPORT" });
  expect(await codeOf(rename(sport.id, "Mine", outsider))).toBe("category_not_found");
  expect((await list(reader)).map(({ name }) => name)).toEqual(["News", "SPORT"]);
  const remove = (id: string, user = editor) => user.call(routes.deleteCategory, { params: { id } });
  expect(await codeOf(remove(news.id, outsider))).toBe("category_not_found");
  await remove(news.id);
  expect(await codeOf(remove(news.id))).toBe("category_not_found");
});

test("a video can be added to a category and removed, and is counted there unless it is in the trash", async () => {
  const { id: categoryId } = await createCategory("Label");
  const id = await addVideo(api, editor);
  const label = (params: { id: string; categoryId: string }, user = editor) =>
    user.call(routes.addToCategory, { params });
  const page = await listenAs(api, editor);
  expect(await label({ id, categoryId })).toMatchObject({ categories: [categoryId] });
  expect(await page.next("video.changed", id)).toEqual({ uuid: id, isNew: false });
  page.close();
  expect(await label({ id, categoryId })).toMatchObject({ categories: [categoryId] });
  const countOf = async () => (await list()).find((category) => category.id === categoryId)?.videoCount;
  expect(await countOf()).toBe(1);
  await editor.call(routes.deleteVideo, { params: { id } });
  expect(await countOf()).toBe(0);
  expect(await codeOf(label({ id, categoryId }))).toBe("video_not_found");
  await editor.call(routes.restoreFromTrash, { params: { id } });
  expect(await editor.call(routes.removeFromCategory, { params: { id, categoryId } })).toMatchObject({
    categories: [],
  });
  await label({ id, categoryId });
  await editor.call(routes.deleteCategory, { params: { id: categoryId } });
  expect(await editor.call(routes.getVideo, { params: { id } })).toMatchObject({ categories: [] });
});

test("a video or category of another client cannot be found", async () => {
  const [own, foreign] = [await createCategory("Own"), await createCategory("Foreign", outsider)];
  const [video, theirs] = [await addVideo(api, editor), await addVideo(api, outsider)];
  const label = (id: string, categoryId: string) =>
    editor.call(routes.addToCategory, { params: { id, categoryId } });
  expect(await codeOf(label(video, foreign.id))).toBe("category_not_found");
  expect(await codeOf(label(theirs, own.id))).toBe("video_not_found");
  expect(await codeOf(label(theirs, foreign.id))).toBe("video_not_found");
});

test("the maximum number of categories is enforced even if several are added at once", async () => {
  const owner = await api.addUser(["editor"]);
  await api.database.db
    .insertInto("categories")
    .values(
      Array.from({ length: MAX_CATEGORIES - 1 }, (_, index) => ({
        client_uuid: owner.clientUuid,
        name: `${index}`,
      })),
    )
    .execute();
  const answers = await Promise.all(["a", "b", "c"].map((name) => codeOf(createCategory(name, owner))));
  expect(answers.toSorted()).toEqual(["bad_request", "bad_request", "success"]);
});
