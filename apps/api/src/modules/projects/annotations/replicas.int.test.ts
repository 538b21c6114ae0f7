import { AppError, createApiClient, type JoinedReview, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi } from "../../../app.ts";
import { readConfig } from "../../../config.ts";
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
  const people = await Promise.all([1, 2].map(() => api.addUser(["editor"], { clientOf: owner })));
  const { uuid } = await owner.call(routes.createProject, {
    body: {
      name: "Film",
      uuid: await addVideo(api, owner),
      collabs: people.map(({ username }) => username),
    },
  });
  return { id: uuid, people };
}

const joinRoom = (page: RealtimeListener, room: object) =>
  page.ask("review.join", room) as Promise<JoinedReview>;
const namesOf = (joined: JoinedReview) => (joined.isIn ? joined.people.map(({ name }) => name).sort() : []);

test("people at two replicas share a room with names, drafts, comments and a single leader", async () => {
  const { id, people } = await addFilmProject();
  const [viewer] = people;
  if (!viewer) throw new Error("Nobody is in the project");
  const second = await startApi(readConfig(api.env));
  try {
    const room = { project: id, version: 1 };
    const [here, there] = [await listenAs(api, owner), await listenAs(second, viewer)];
    const joined = await joinRoom(here, room);
    here.send("review.lead", { frame: 120, speed: 1 });
    await here.next("review.people");
    const late = await joinRoom(there, room);
    expect(namesOf(late)).toEqual([owner.username, viewer.username].sort());
    expect(late).toMatchObject({
      leader: { id: joined.isIn && joined.id, state: { frame: 120, speed: 1 } },
    });
    const draft = { id: crypto.randomUUID(), shape: null };
    there.send("review.draft", draft);
    expect(await here.next("review.draft")).toMatchObject({ draft });
    there.send("review.lead", { frame: 7, speed: 0 });
    expect(await here.next("review.lead")).toMatchObject({ state: { frame: 7 } });
    const again = await joinRoom(here, room);
    expect(again).toMatchObject({ isIn: true, leader: { state: { frame: 7 } } });
    expect(again.isIn && again.people.filter(({ isLeader }) => isLeader)).toHaveLength(1);
    const write = createApiClient({ baseUrl: second.url, credential: () => viewer.credential });
    const body = { uuid: crypto.randomUUID(), text: "Over there" };
    const { seq } = await write(routes.createComment, { params: { id, n: 1 }, body });
    expect(await here.next("comment.changed", body.uuid)).toMatchObject({ seq });
    const { comments } = await owner.call(routes.listCommentChanges, {
      params: { id },
      query: { since: seq - 1 },
    });
    expect(comments).toMatchObject([{ uuid: body.uuid, text: "Over there" }]);
    here.close();
    there.close();
  } finally {
    await second.close();
  }
});

test("a restart of the api while three people draw loses and duplicates no acknowledged comment", async () => {
  const { id, people } = await addFilmProject();
  const authors = [owner, ...people];
  const acknowledged: string[] = [];
  const { promise: midst, resolve: isMidst } = Promise.withResolvers<void>();
  const restarted = midst.then(() => api.restart());
  async function draw(author: TestUser, uuid: string): Promise<void> {
    const shape = { kind: "pen" as const, color: "#ff0000", size: 0.01 };
    const points = Array.from({ length: 500 }, (_, n): [number, number, number] => [n / 500, 0.5, 0.5]);
    const body = { uuid, drawing: { shapes: [{ ...shape, points }] } };
    try {
      await author.call(routes.createComment, { params: { id, n: 1 }, body });
    } catch (error) {
      // The response was lost, or no replica was running, so the page sends the comment again.
      if (!(error instanceof AppError && error.code === "unavailable")) throw error;
      await restarted;
      return draw(author, uuid);
    }
    if (acknowledged.push(uuid) === 15) isMidst();
  }
  await Promise.all(
    authors.map(async (author) => {
      for (let n = 0; n < 20; n += 1) await draw(author, crypto.randomUUID());
    }),
  );
  await restarted;
  const { comments, seq } = await owner.call(routes.listComments, { params: { id, n: 1 }, query: {} });
  expect(comments.map(({ uuid }) => uuid).toSorted()).toEqual(acknowledged.toSorted());
  expect(new Set(comments.map((comment) => comment.seq)).size).toBe(60);
  expect(seq).toBe(60);
});
