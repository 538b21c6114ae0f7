import { type DraftShape, type JoinedReview, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { listenAs, type RealtimeListener } from "../../../testing/realtime-listener.ts";
import { addVideo } from "../../../testing/video-harness.ts";

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.addUser(["manager"]);
  await offerProjects(api, owner);
});
afterAll(() => api.close());

async function addFilmProject() {
  const viewer = await api.addUser(["editor"], { clientOf: owner });
  const { uuid } = await owner.call(routes.createProject, {
    body: { name: "Film", uuid: await addVideo(api, owner), collabs: [viewer.username] },
  });
  return { viewer, room: { project: uuid, version: 1 } };
}

const joinRoom = (page: RealtimeListener, room: object) =>
  page.ask("review.join", room) as Promise<JoinedReview>;
const draftShape = (n: number): DraftShape => ({
  id: crypto.randomUUID(),
  shape: { kind: "pin", at: [n / 10, 0.5], color: "#ff0000", size: 0.01 },
});

test("people in a room see each other, their drafts and the leader's position", async () => {
  const { viewer, room } = await addFilmProject();
  const [leader, follower] = [await listenAs(api, owner), await listenAs(api, viewer)];
  const joined = await joinRoom(leader, room);
  expect(joined).toMatchObject({ isIn: true, leader: null, people: [{ name: owner.username }] });
  const id = joined.isIn ? joined.id : "";
  const state = { frame: 120, speed: 1 };
  leader.send("review.lead", state);
  await leader.next("review.people");
  const late = await joinRoom(follower, room);
  expect(late).toMatchObject({ isIn: true, leader: { id, state } });
  expect(late.isIn && late.people.map(({ name }) => name).sort()).toEqual(
    [owner.username, viewer.username].sort(),
  );
  const shape = draftShape(1);
  leader.send("review.draft", shape);
  expect(await follower.next("review.draft")).toEqual({ id, draft: shape });
  leader.send("review.lead", { frame: 130, speed: 0 });
  expect(await follower.next("review.lead")).toEqual({ id, state: { frame: 130, speed: 0 } });
  follower.send("review.lead", { frame: 7, speed: 0 });
  expect(await leader.next("review.lead")).toMatchObject({ state: { frame: 7 } });
  const again = await joinRoom(leader, room);
  expect(again.isIn && again.leader?.state).toEqual({ frame: 7, speed: 0 });
  follower.close();
  expect(await leader.next("review.lead")).toMatchObject({ state: null });
  leader.close();
});

test("people outside a project cannot enter its rooms and receive no events of them", async () => {
  const { room } = await addFilmProject();
  const stranger = await api.addUser(["manager"], { clientOf: owner });
  const [inside, outside] = [await listenAs(api, owner), await listenAs(api, stranger)];
  await joinRoom(inside, room);
  for (const wanted of [
    room,
    { ...room, version: 2 },
    { project: crypto.randomUUID(), version: 1 },
    {},
    null,
  ])
    expect(await joinRoom(outside, wanted as object)).toEqual({ isIn: false });
  outside.send("review.draft", draftShape(1));
  outside.send("review.lead", { frame: 1, speed: 1 });
  inside.send("review.draft", draftShape(2));
  // Requests are answered in order, so everything sent before has been handled once this response arrives.
  await outside.ask("review.join", room);
  expect([inside.count("review.draft"), inside.count("review.lead"), outside.count("review.draft")]).toEqual([
    0, 0, 0,
  ]);
  inside.close();
  outside.close();
});

test("pages of one person have the same person id, and those of others have another", async () => {
  const { viewer, room } = await addFilmProject();
  const pages = [await listenAs(api, owner), await listenAs(api, viewer), await listenAs(api, owner)];
  const [mine, , again] = [
    await joinRoom(pages[0] as RealtimeListener, room),
    await joinRoom(pages[1] as RealtimeListener, room),
    await joinRoom(pages[2] as RealtimeListener, room),
  ];
  const people = again.isIn ? again.people : [];
  expect(people).toHaveLength(3);
  const personOf = (name: string) => people.filter((page) => page.name === name).map(({ person }) => person);
  const [first, second] = personOf(owner.username);
  expect(first).toBe(second);
  expect(personOf(viewer.username)).not.toContain(first);
  // The id in the room identifies a page, not a person.
  expect([mine, again].map((joined) => joined.isIn && joined.id)).toContain(first);
  for (const page of pages) page.close();
});

test("a person who is removed from a project leaves its room", async () => {
  const { viewer, room } = await addFilmProject();
  const page = await listenAs(api, viewer);
  expect(await joinRoom(page, room)).toMatchObject({ isIn: true });
  await owner.call(routes.removeCollaborator, {
    params: { id: room.project, user: viewer.username },
  });
  expect(await page.next("review.ended")).toEqual(room);
  expect(await joinRoom(page, room)).toEqual({ isIn: false });
  page.close();
});

test("a request to enter without a callback is ignored, and can be repeated with one", async () => {
  const { viewer, room } = await addFilmProject();
  const [silent, inside] = [await listenAs(api, viewer), await listenAs(api, owner)];
  await joinRoom(inside, room);
  silent.send("review.join");
  silent.send("review.join", room);
  silent.send("review.join", room, "no function");
  silent.send("review.draft", draftShape(1));
  expect(await joinRoom(silent, room)).toMatchObject({ isIn: true, people: [{}, {}] });
  expect(await inside.next("review.people")).toHaveLength(2);
  expect(inside.count("review.draft")).toBe(0);
  silent.close();
  inside.close();
});

test("invalid or too many events of a page do not affect other pages", async () => {
  const { viewer, room } = await addFilmProject();
  const [noisy, other] = [await listenAs(api, viewer), await listenAs(api, owner)];
  await joinRoom(noisy, room);
  await joinRoom(other, room);
  for (const wrong of [null, 1, "x", {}, [1, "2"], { id: "x", shape: {} }]) {
    noisy.send("review.draft", wrong);
    noisy.send("review.lead", wrong);
    noisy.send("review.join", wrong);
  }
  for (let n = 0; n < 200; n += 1) noisy.send("review.pointer", [0.5, 0.5]);
  const last = draftShape(9);
  noisy.send("review.draft", last);
  expect(await other.next("review.draft")).toMatchObject({ draft: last });
  expect(other.count("review.pointer")).toBeLessThan(100);
  noisy.close();
  other.close();
});

test("the rate of drafts is limited per person across pages, and a page that floods is closed", async () => {
  const { viewer, room } = await addFilmProject();
  const other = await listenAs(api, owner);
  await joinRoom(other, room);
  const pages = await Promise.all(Array.from({ length: 4 }, () => listenAs(api, viewer)));
  for (const page of pages) await joinRoom(page, room);
  const [first] = pages;
  for (const page of pages) for (let n = 0; n < 100; n += 1) page.send("review.draft", draftShape(n));
  // Requests are answered in order, so everything sent before has been handled once these responses arrive.
  for (const page of pages) await page.ask("review.join", null);
  await other.ask("review.join", room);
  expect(other.count("review.draft")).toBeLessThan(100);
  for (let n = 0; n < 300; n += 1) first?.send("nonsense", n);
  await first?.ended;
  for (const page of [...pages, other]) page.close();
});
