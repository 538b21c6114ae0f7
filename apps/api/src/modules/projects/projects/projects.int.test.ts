import { randomUUID } from "node:crypto";
import { type BodyOf, PROJECT_STANDINGS, type ProjectStanding, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../../platform/database.ts";
import { lockForAdding } from "../../../platform/lock-for-adding.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { addVideo } from "../../../testing/video-harness.ts";

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  owner = await newOwner();
});
afterAll(() => api.close());

async function newOwner(): Promise<TestUser> {
  const user = await api.addUser(["manager"]);
  await setFlag(user, true);
  return user;
}
const setFlag = ({ clientUuid }: TestUser, vireed: boolean) =>
  api.database.db.updateTable("clients").set({ vireed }).where("uuid", "=", clientUuid).execute();
const addColleague = () => api.addUser(["editor"], { clientOf: owner });

type ProjectFields = Omit<Partial<BodyOf<typeof routes.createProject>>, "collabs"> & {
  collabs?: { username: string; role?: string }[];
};
const addProject = async (wanted: ProjectFields = {}, user = owner) =>
  user.call(routes.createProject, {
    body: { name: "A film", uuid: wanted.uuid ?? (await addVideo(api, user)), ...(wanted as object) },
  });
const fetchProject = (user: TestUser, id: string) => user.call(routes.getProject, { params: { id } });
const inviteUser = (id: string, username: string, role: string, user = owner) =>
  user.call(routes.inviteToProject, { params: { id }, body: { username, role: role as never } });
const listNames = async (user: TestUser, query: object = {}) =>
  (await user.call(routes.listProjects, { query: query as never }))._embedded.map(({ name }) => name);
const makeTeam = (user: TestUser, teamName: string, collabsTeam: object[] = []) =>
  user.call(routes.createTeam, { body: { teamName, collabsTeam } });

test("a project has an owner, its people and teams once each, and a first version", async () => {
  const friend = await addColleague();
  const team = await makeTeam(owner, "Colour");
  const uuid = await addVideo(api, owner, { title: "Reel" });
  const collabs = [
    { username: friend.username.toUpperCase(), role: "editor" },
    { username: friend.username, role: "viewer" },
    { username: owner.username },
  ];
  const project = await addProject({ name: "  Reel ", uuid, collabs, teams: [team.uuid, team.uuid] });
  expect(project).toMatchObject({
    name: "Reel",
    owner: owner.username,
    role: "owner",
    status: "open",
    currentVersion: 1,
    versionCount: 1,
    uuidVideo: uuid,
    collabs: [{ username: friend.username, role: "editor", isGone: false }],
    teams: [team.uuid],
    teamRoles: [{ teamName: "Colour", role: null }],
  });
  expect(await fetchProject(friend, project.uuid)).toMatchObject({ role: "editor" });
  const params = { id: project.uuid };
  const latest = await owner.call(routes.getLatestVersion, { params });
  expect(latest).toMatchObject({
    number: 1,
    publisher: owner.username,
    isCurrent: true,
    video: { title: "Reel", state: "playable", isLocked: false, isReplaced: false },
  });
  const byPath = await fetch(`${api.url}/api/projects/${project.uuid}/versions/lastest/`, {
    headers: { authorization: owner.credential },
  });
  expect(await byPath.json()).toMatchObject({ number: 1 });
  expect((await owner.call(routes.listProjectUsers, { params })).map(({ role }) => role)).toEqual([
    "owner",
    "editor",
  ]);
  expect((await owner.call(routes.listVideoProjects, { params: { videoId: uuid } }))[0]?.uuid).toBe(
    project.uuid,
  );
});

test("missing fields and unknown users are refused with the messages of the specification", async () => {
  const uuid = await addVideo(api, owner);
  const fault = async (body: object) => (await errorOf(addProject(body as ProjectFields))).fields;
  expect(await fault({ name: "", uuid })).toEqual([{ path: "name", reason: "A project title is required" }]);
  expect((await errorOf(owner.call(routes.createProject, { body: { name: "x", uuid: "" } }))).fields).toEqual(
    [{ path: "uuid", reason: "A video file is required" }],
  );
  expect(await fault({ uuid, collabs: [{ username: "nobody" }] })).toEqual([
    { path: "collabs.0.username", reason: "User nobody not found" },
  ]);
  const { uuid: project } = await addProject({ uuid });
  expect((await errorOf(inviteUser(project, "", "viewer"))).fields).toEqual([
    { path: "username", reason: "Collaborator's username is required" },
  ]);
  const id = crypto.randomUUID();
  expect(await fault({ uuid, teams: [id] })).toEqual([
    { path: "teams.0", reason: `The team ${id} does not exist` },
  ]);
  const live = await addVideo(api, owner, { type: "live" });
  expect(await fault({ uuid: live })).toEqual([{ path: "uuid", reason: "is a live: choose a video" }]);
  const stranger = await newOwner();
  expect(await codeOf(addProject({ uuid: await addVideo(api, stranger) }))).toBe("video_not_found");
  expect(
    (await errorOf(owner.call(routes.findUser, { params: { username: stranger.username } }))).message,
  ).toBe(`User ${stranger.username} not found`);
});

test("unknown fields and empty texts of old programs are accepted", async () => {
  const body = {
    name: "Old",
    uuid: await addVideo(api, owner),
    description: "",
    _id: 7,
    collabs: [],
    teams: [],
  };
  const response = await fetch(`${api.url}/api/projects`, {
    method: "POST",
    headers: { authorization: owner.credential, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  const { uuid } = (await response.json()) as { uuid: string };
  const put = await fetch(`${api.url}/api/projects/${uuid}/newversion`, {
    method: "PUT",
    headers: { authorization: owner.credential, "content-type": "application/json" },
    body: JSON.stringify({
      createdDate: "2026-01-02",
      number: "2",
      publisher: "somebody else",
      description: "",
      uuidVideo: await addVideo(api, owner),
    }),
  });
  expect(await put.json()).toMatchObject({
    number: 2,
    createdDate: "2026-01-02T00:00:00.000Z",
    publisher: owner.username,
  });
  const later = await fetch(`${api.url}/api/versions/${uuid}/2`, {
    method: "PUT",
    headers: { authorization: owner.credential, "content-type": "application/json" },
    body: JSON.stringify({ createdDate: "9999-12-31T23:59:59Z" }),
  });
  expect(await later.json()).toMatchObject({
    code: "bad_request",
    fields: [{ path: "createdDate", reason: "must not be in the future" }],
  });
});

/** Compares the permissions of each role with the responses of the calls. */
test("each role is allowed exactly the calls of its permissions", async () => {
  const users: Record<ProjectStanding, TestUser> = {
    owner: await addColleague(),
    admin: await addColleague(),
    editor: await addColleague(),
    viewer: await addColleague(),
  };
  const outsider = await addColleague();
  const guest = await addColleague();
  const team = await makeTeam(owner, "Roles");
  const { admin, editor, viewer } = users;
  const { uuid: id } = await addProject(
    {
      collabs: Object.entries({ admin, editor, viewer }).map(([role, { username }]) => ({ username, role })),
    },
    users.owner,
  );
  const uuidVideo = await addVideo(api, owner);
  const params = { id };
  const calls: Record<string, (user: TestUser) => Promise<unknown>> = {
    get: (user) => fetchProject(user, id),
    people: (user) => user.call(routes.listProjectUsers, { params }),
    versions: (user) => user.call(routes.listVersions, { params }),
    latest: (user) => user.call(routes.getLatestVersion, { params }),
    version: (user) => user.call(routes.getVersion, { params: { id, n: 1 } }),
    addVersion: (user) => user.call(routes.addVersion, { params, body: { uuidVideo } }),
    updateVersion: (user) =>
      user.call(routes.updateVersion, { params: { id, n: 1 }, body: { description: "x" } }),
    status: (user) => user.call(routes.updateProject, { params, body: { status: "inReview" } }),
    rename: (user) => user.call(routes.updateProject, { params, body: { name: "Renamed" } }),
    archive: (user) => user.call(routes.updateProject, { params, body: { isArchived: false } }),
    invite: (user) => inviteUser(id, guest.username, "viewer", user),
    role: (user) =>
      user.call(routes.updateProjectRole, {
        params: { id, user: viewer.username },
        body: { newRole: "viewer" },
      }),
    addTeam: (user) =>
      user.call(routes.addProjectTeam, { params: { id, teamId: team.uuid }, body: { role: "viewer" } }),
    remove: (user) =>
      inviteUser(id, guest.username, "viewer", users.owner).then(() =>
        user.call(routes.removeCollaborator, { params: { id, user: guest.username } }),
      ),
    delete: (user) => user.call(routes.deleteProject, { params, query: {} }),
  };
  const EVERYONE = "owner admin editor viewer";
  const expected = {
    get: EVERYONE,
    people: EVERYONE,
    versions: EVERYONE,
    latest: EVERYONE,
    version: EVERYONE,
    addVersion: "owner admin editor",
    updateVersion: "owner admin editor",
    status: "owner admin editor",
    rename: "owner admin",
    archive: "owner admin",
    invite: "owner admin",
    role: "owner admin",
    addTeam: "owner admin",
    remove: "owner admin",
  };
  const given: Record<string, string> = {};
  for (const [name, run] of Object.entries(calls)) {
    expect(await codeOf(run(outsider)), `${name} of who is not in it`).toBe("project_not_found");
    if (name === "delete") continue;
    const may: string[] = [];
    for (const standing of PROJECT_STANDINGS) {
      const code = await codeOf(run(users[standing]));
      expect(["success", "forbidden"], `${name} as ${standing}`).toContain(code);
      if (code === "success") may.push(standing);
    }
    given[name] = may.join(" ");
  }
  expect(given).toEqual(expected);
  const canManage = (user: TestUser) => user.call(routes.canManageVersion, { params });
  expect(await canManage(editor)).toEqual({ canManageVersion: true });
  expect(await canManage(viewer)).toEqual({ canManageVersion: false });
  expect(await codeOf(users.editor.call(routes.deleteProject, { params, query: {} }))).toBe("forbidden");
  await admin.call(routes.deleteProject, { params, query: {} });
  expect(await codeOf(fetchProject(users.owner, id))).toBe("project_not_found");
});

test("the owner cannot be removed, repeated invitations keep the role, and any member can leave", async () => {
  const friend = await addColleague();
  const { uuid: id } = await addProject();
  await inviteUser(id, friend.username, "admin");
  expect(await inviteUser(id, friend.username, "viewer")).toMatchObject({ collabs: [{ role: "admin" }] });
  const ofOwner = { id, user: owner.username };
  expect(await codeOf(friend.call(routes.removeCollaborator, { params: ofOwner }))).toBe("forbidden");
  const body = { newRole: "viewer" as const };
  expect(await codeOf(friend.call(routes.updateProjectRole, { params: ofOwner, body }))).toBe("forbidden");
  expect(await inviteUser(id, owner.username, "viewer", friend)).toMatchObject({
    collabs: [{ role: "admin" }],
  });
  await friend.call(routes.removeCollaborator, { params: { id, user: friend.username } });
  expect(await codeOf(fetchProject(friend, id))).toBe("project_not_found");
  expect(await codeOf(owner.call(routes.removeCollaborator, { params: ofOwner }))).toBe("forbidden");
});

test("members of a team have the team's role, the highest role counts, and it ends with the membership", async () => {
  const lead = await addColleague();
  const [one, two] = [await addColleague(), await addColleague()];
  const team = await makeTeam(lead, "Sound", [
    { username: one.username, role: "editor" },
    { username: two.username },
  ]);
  const { uuid: id } = await addProject({ teams: [team.uuid] });
  const roleOf = async (user: TestUser) => (await fetchProject(user, id)).role;
  expect(await Promise.all([lead, one, two].map(roleOf))).toEqual(["admin", "editor", "viewer"]);
  const params = { id, teamId: team.uuid };
  await owner.call(routes.addProjectTeam, { params, body: { role: "viewer" } });
  expect(await Promise.all([lead, one, two].map(roleOf))).toEqual(["viewer", "viewer", "viewer"]);
  await inviteUser(id, one.username, "admin");
  expect(await roleOf(one)).toBe("admin");
  const asked = await lead.call(routes.getTeam, { params: { id: team.uuid }, query: { projectId: id } });
  expect(asked).toMatchObject({ projectRole: "viewer", isManager: true });
  const page = await listenAs(api, two);
  await lead.call(routes.removeTeamMember, { params: { id: team.uuid, user: two.username } });
  await page.next("team.changed", team.uuid);
  expect(await codeOf(fetchProject(two, id))).toBe("project_not_found");
  await owner.call(routes.removeProjectTeam, { params });
  expect(await codeOf(fetchProject(lead, id))).toBe("project_not_found");
  page.close();
});

test("a user who leaves the client loses access to its projects, where their name stays", async () => {
  const friend = await addColleague();
  const admin = await api.addUser(["admin"]);
  const elsewhere = await newOwner();
  const mine = await addProject({}, friend);
  const { uuid: id } = await addProject({ collabs: [{ username: friend.username, role: "editor" }] });
  const team = await makeTeam(friend, "Moving");
  const move = (client: string) =>
    admin.call(routes.updateUserAsAdmin, { params: { id: friend.userUuid }, body: { client } });
  const page = await listenAs(api, friend);
  await move(elsewhere.clientUuid);
  await page.ended;
  expect(await codeOf(fetchProject(friend, id))).toBe("project_not_found");
  await move(owner.clientUuid);
  expect(await codeOf(fetchProject(friend, id))).toBe("project_not_found");
  expect((await fetchProject(owner, id)).collabs).toEqual([
    { username: friend.username, role: "editor", isGone: true },
  ]);
  // Projects without an owner are managed by the client's managers.
  expect(await fetchProject(owner, mine.uuid)).toMatchObject({ owner: friend.username, role: "admin" });
  expect(await owner.call(routes.getTeam, { params: { id: team.uuid }, query: {} })).toMatchObject({
    ownerTeam: friend.username,
    isManager: true,
  });
  await owner.call(routes.deleteUser, { params: { id: friend.userUuid } });
  expect(await fetchProject(owner, mine.uuid)).toMatchObject({ owner: friend.username });
  const versions = await owner.call(routes.listVersions, { params: { id: mine.uuid } });
  expect(versions[0]?.publisher).toBe(friend.username);
});

test("other clients' usernames and unknown ones get the same answer, and the number of guesses is limited", async () => {
  const [me, stranger] = [await newOwner(), await newOwner()];
  const mate = await api.addUser(["editor"], { clientOf: me });
  const uuid = await addVideo(api, me);
  const people = (listNames: string[]) => listNames.map((username) => ({ username }));
  const project = (listNames: string[]) => addProject({ uuid, collabs: people(listNames) }, me);
  const team = (listNames: string[]) => makeTeam(me, crypto.randomUUID(), people(listNames));
  for (const [list, field] of [
    [project, "collabs"],
    [team, "collabsTeam"],
  ] as const) {
    const { fields } = await errorOf(list([mate.username, stranger.username, "nobody-at-all"]));
    expect(fields).toEqual([
      { path: `${field}.1.username`, reason: `User ${stranger.username} not found` },
      { path: `${field}.2.username`, reason: "User nobody-at-all not found" },
    ]);
  }
  // Existing names do not count as guesses. The four unknown names above do.
  for (let n = 0; n < 3; n++) await project([mate.username]);
  const guesses = (count: number) => Array.from({ length: count }, (_, n) => `guess-${n}`);
  expect(await codeOf(team(guesses(50)))).toBe("bad_request");
  expect(await codeOf(project(guesses(7)))).toBe("too_many_requests");
  expect(await codeOf(project(["guess"]))).toBe("too_many_requests");
  expect(await codeOf(me.call(routes.findUser, { params: { username: mate.username } }))).toBe(
    "too_many_requests",
  );
});

test("the log contains uuids of projects but no names, because managers who read it are not in all of them", async () => {
  const name = `Secret ${crypto.randomUUID()}`;
  const manager = await newOwner();
  const member = await api.addUser(["editor"], { clientOf: manager });
  const { uuid } = await addProject(
    { name, collabs: [{ username: manager.username, role: "viewer" }] },
    member,
  );
  await member.call(routes.removeCollaborator, { params: { id: uuid, user: manager.username } });
  expect(await codeOf(fetchProject(manager, uuid))).toBe("project_not_found");
  const logged = async () =>
    (await manager.call(routes.listLogs, { query: { pagesize: 100 } }))._embedded.map(({ target }) => target);
  await expect.poll(logged).toContain(`${uuid}: ${manager.username}`);
  await member.call(routes.deleteProject, { params: { id: uuid }, query: { videos: "keep" } });
  await expect.poll(async () => (await logged()).filter((target) => target === uuid).length).toBe(2);
  expect((await logged()).join()).not.toContain(name);
});

test("each version has its own number and the state of its video, and the newest is current", async () => {
  const { uuid: id } = await addProject();
  const params = { id };
  const add = async (body: object = {}, video: object = {}) =>
    owner.call(routes.addVersion, {
      params,
      body: { uuidVideo: await addVideo(api, owner, video), ...body },
    });
  const [a, b] = await Promise.all([add(), add()]);
  expect([a.number, b.number].toSorted()).toEqual([2, 3]);
  expect(await codeOf(add({ number: 3 }))).toBe("edit_conflict");
  const failed = await add({}, { status: "error", error_type: "not_a_video" });
  const locked = await add({ kind: "cut" }, { password_hash: "x" });
  const trashed = await add({ description: "Trashed" });
  await owner.call(routes.deleteVideo, { params: { id: trashed.uuidVideo } });
  const deleted = await add();
  await owner.call(routes.deleteVideo, { params: { id: deleted.uuidVideo } });
  await owner.call(routes.deleteFromTrash, { params: { id: deleted.uuidVideo } });
  const preparing = await add();
  await api.database.db
    .updateTable("videos")
    .set({ generation: 2, status: "encoding" })
    .where("uuid", "=", preparing.uuidVideo)
    .execute();
  const replaced = await add();
  await api.database.db
    .updateTable("videos")
    .set({ source_object: `uploads/${replaced.uuidVideo}/source-new` })
    .where("uuid", "=", replaced.uuidVideo)
    .execute();
  const versions = await owner.call(routes.listVersions, { params });
  const stateOf = ({ number }: { number: number }) => versions.find((each) => each.number === number)?.video;
  expect(stateOf(failed)?.state).toBe("failed");
  expect(stateOf(locked)).toMatchObject({ state: "playable", isLocked: true });
  expect(stateOf(trashed)).toMatchObject({ state: "trashed", title: "A video", thumbnail: null });
  expect(stateOf(deleted)).toMatchObject({ state: "deleted", title: "A video" });
  expect(stateOf(preparing)?.state).toBe("preparing");
  expect(stateOf(replaced)).toMatchObject({ state: "playable", isReplaced: true });
  expect(await fetchProject(owner, id)).toMatchObject({ currentVersion: replaced.number, versionCount: 9 });
  const update = (n: number, body: object) =>
    owner.call(routes.updateVersion, { params: { id, n }, body: body as never });
  expect(await update(1, { isCurrent: true, description: "First" })).toMatchObject({
    isCurrent: true,
    description: "First",
  });
  expect(await codeOf(update(99, { description: "x" }))).toBe("not_found");
  expect(await codeOf(update(1, { number: 2 }))).toBe("bad_request");
});

test("a version has the frame rate, the frame count and the start timecode of its video", async () => {
  const uuid = await addVideo(api, owner);
  const framesOf = async () => (await owner.call(routes.getLatestVersion, { params: { id } })).video.frames;
  const { uuid: id } = await addProject({ uuid });
  // An encoding of an earlier version has no frame count.
  expect(await framesOf()).toBeNull();
  const probed = (durationSec: number, video: object) =>
    api.database.db
      .updateTable("encodings")
      .set({ plan: JSON.stringify({ segmentStartsSec: [0, 4], info: { durationSec, video } }) })
      .where("video_uuid", "=", uuid)
      .execute();
  const rate = { num: 30_000, den: 1_001 };
  // The video track has 240 frames. The audio is longer.
  await probed(8.2, { fps: rate, isVariableFrameRate: false, endSec: 8.008, timecode: "01:00:00;00" });
  expect(await framesOf()).toEqual({ rate, count: 240, isVariable: false, startTimecode: "01:00:00;00" });
  // The video has a single frame.
  await probed(0.04, { fps: { num: 25, den: 1 }, isVariableFrameRate: true });
  expect(await framesOf()).toMatchObject({ count: 1, isVariable: true, startTimecode: null });
});

test("an archived project is read-only and listed only on request until it is unarchived", async () => {
  const user = await newOwner();
  const { uuid: id } = await addProject({ name: "Shelf" }, user);
  const params = { id };
  const update = (body: object) => user.call(routes.updateProject, { params, body });
  expect(await update({ isArchived: true })).toMatchObject({ status: "archived" });
  expect(await codeOf(update({ name: "x" }))).toBe("forbidden");
  expect(await listNames(user)).toEqual([]);
  expect(await listNames(user, { filter: { status: "archived" } })).toEqual(["Shelf"]);
  expect(await update({ isArchived: false, name: "Back" })).toMatchObject({ status: "open", name: "Back" });
  const { revision } = await update({ description: "x" });
  await update({ description: "y", revision });
  expect(await codeOf(update({ description: "z", revision }))).toBe("edit_conflict");
  expect(await codeOf(update({ currentVersion: 7 }))).toBe("bad_request");
});

test("the projects that a user is in can be filtered by access, searched, sorted and paged", async () => {
  const me = await newOwner();
  const other = await api.addUser(["editor"], { clientOf: me });
  const team = await makeTeam(other, "Guests", [{ username: me.username }]);
  await addProject({ name: "beta" }, me);
  await addProject({ name: "Alpha 100%" }, me);
  await addProject({ name: "Shared", collabs: [{ username: me.username }] }, other);
  await addProject({ name: "Teamed", teams: [team.uuid] }, other);
  await addProject({ name: "Hidden" }, other);
  expect(await listNames(me, { sort: { name: 1 } })).toEqual(["Alpha 100%", "beta", "Shared", "Teamed"]);
  expect(await listNames(me)).toEqual(["Teamed", "Shared", "Alpha 100%", "beta"]);
  expect(await listNames(me, { filter: { scope: "own" }, sort: { name: 1 } })).toEqual([
    "Alpha 100%",
    "beta",
  ]);
  expect(await listNames(me, { filter: { scope: "team" } })).toEqual(["Teamed"]);
  expect(await listNames(me, { search: "100%" })).toEqual(["Alpha 100%"]);
  const query = { sort: { name: 1 } as const, page: 2, pagesize: 3 };
  const page = await me.call(routes.listProjects, { query });
  expect([page._embedded.map(({ name }) => name), page._size]).toEqual([["Teamed"], 4]);
  const shared = await me.call(routes.listSharedProjects, { query: {} });
  expect(shared._embedded).toMatchObject([
    { name: "Shared", collabs: [{ username: me.username, role: "viewer" }], teams: [] },
  ]);
  const params = { teamId: team.uuid };
  expect(await me.call(routes.listTeamProjects, { params, query: {} })).toMatchObject({
    _embedded: [{ name: "Teamed", collabs: [], teams: [team.uuid] }],
    _size: 1,
  });
});

test("the list counts the open threads of each project in all versions, without replies", async () => {
  const me = await newOwner();
  const { uuid: id } = await addProject({ name: "Film" }, me);
  await addProject({ name: "Other" }, me);
  await me.call(routes.addVersion, { params: { id }, body: { uuidVideo: await addVideo(api, me) } });
  const write = (n: number, parent: string | null = null) =>
    me.call(routes.createComment, {
      params: { id, n },
      body: { uuid: crypto.randomUUID(), text: "Look", parent },
    });
  const [first, second, third] = [await write(1), await write(2), await write(2)];
  await write(1, first.uuid);
  const counts = async () => {
    const { _embedded: found } = await me.call(routes.listProjects, { query: { sort: { name: 1 } } });
    return found.map(({ openCommentCount }) => openCommentCount);
  };
  expect(await counts()).toEqual([3, 0]);
  await me.call(routes.resolveComment, { params: { id: first.uuid }, body: { isResolved: true } });
  await me.call(routes.deleteComment, { params: { id: second.uuid } });
  expect(await counts()).toEqual([1, 0]);
  expect(await fetchProject(me, id)).toMatchObject({ openCommentCount: 1 });
  await me.call(routes.resolveComment, { params: { id: third.uuid }, body: { isResolved: true } });
  expect(await counts()).toEqual([0, 0]);
});

test("deleting a project can delete its videos, except those in other projects", async () => {
  const [kept, gone, both] = [
    await addVideo(api, owner),
    await addVideo(api, owner),
    await addVideo(api, owner),
  ];
  const first = await addProject({ uuid: kept });
  await owner.call(routes.deleteProject, { params: { id: first.uuid }, query: {} });
  const second = await addProject({ uuid: gone });
  const params = { id: second.uuid };
  await owner.call(routes.addVersion, { params, body: { uuidVideo: both } });
  await addProject({ uuid: both });
  await owner.call(routes.deleteProject, { params, query: { videos: "delete" } });
  const isThere = (id: string) => codeOf(owner.call(routes.getVideo, { params: { id } }));
  expect(await Promise.all([kept, gone, both].map(isThere))).toEqual([
    "success",
    "video_not_found",
    "success",
  ]);
  const reader = await api.addUser([], { clientOf: owner });
  const own = await addProject({}, reader);
  const withVideos = { params: { id: own.uuid }, query: { videos: "delete" as const } };
  expect(await codeOf(reader.call(routes.deleteProject, withVideos))).toBe("forbidden");
});

test("only people in a project are notified of it, including those who are being removed", async () => {
  const friend = await addColleague();
  const [page, strangers] = [await listenAs(api, friend), await listenAs(api, await addColleague())];
  const { uuid } = await addProject({ collabs: [{ username: friend.username }] });
  await page.next("project.changed", uuid);
  const params = { id: uuid };
  const body = { uuidVideo: await addVideo(api, owner) };
  await owner.call(routes.addVersion, { params, body });
  expect(await page.next("version.added", uuid)).toEqual({ uuid, number: 2 });
  await owner.call(routes.removeCollaborator, { params: { id: uuid, user: friend.username } });
  await page.next("project.changed", uuid);
  expect(await codeOf(fetchProject(friend, uuid))).toBe("project_not_found");
  expect(strangers.count("project.changed") + strangers.count("version.added")).toBe(0);
  page.close();
  strangers.close();
});

test("projects and teams are forbidden without the client's flag, and deleted with their client", async () => {
  const user = await newOwner();
  const { uuid } = await addProject({}, user);
  await makeTeam(user, "Gone");
  await setFlag(user, false);
  expect(await codeOf(fetchProject(user, uuid))).toBe("forbidden");
  expect(await codeOf(user.call(routes.listTeams, {}))).toBe("forbidden");
  const admin = await api.addUser(["admin"]);
  const { clientname } = await admin.call(routes.getClient, { params: { id: user.clientUuid } });
  await admin.call(routes.deleteClient, { params: { id: user.clientUuid }, body: { clientname } });
  for (const table of ["projects", "project_versions", "teams", "team_members"] as const) {
    const rows = await api.database.db
      .selectFrom(table)
      .select("client_uuid")
      .where("client_uuid", "=", user.clientUuid)
      .execute();
    expect(rows, table).toEqual([]);
  }
});

test("the number of user look-ups is limited", async () => {
  const user = await newOwner();
  const check = () => codeOf(user.call(routes.findUser, { params: { username: "nobody" } }));
  const codes = [];
  for (let n = 0; n < 61; n += 1) codes.push(await check());
  expect(codes.slice(-2)).toEqual(["user_not_found", "too_many_requests"]);
});

test("failed invitations count as look-ups, and successful ones do not", async () => {
  const host = await newOwner();
  const { uuid } = await addProject({}, host);
  const guest = await api.addUser(["editor"], { clientOf: host });
  const tries: string[] = [];
  for (let n = 0; n < 59; n += 1) tries.push(await codeOf(inviteUser(uuid, `nobody-${n}`, "viewer", host)));
  expect(new Set(tries)).toEqual(new Set(["user_not_found"]));
  for (let n = 0; n < 3; n += 1) await inviteUser(uuid, guest.username, "viewer", host);
  expect(await codeOf(inviteUser(uuid, "nobody-59", "viewer", host))).toBe("user_not_found");
  const last = [
    inviteUser(uuid, "nobody-60", "viewer", host),
    inviteUser(uuid, guest.username, "viewer", host),
  ];
  expect(await Promise.all(last.map((each) => codeOf(each)))).toEqual([
    "too_many_requests",
    "too_many_requests",
  ]);
});

test("a key can access only projects without an owner, such as its own, with their comments and chat", async () => {
  const { key } = await owner.call(routes.addApiKey, {
    params: { id: owner.clientUuid },
    body: { description: "Pipeline", type: "full" },
  });
  const request = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${api.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
    return (text ? JSON.parse(text) : {}) as any;
  };
  const friend = await addColleague();
  const theirs = await addProject({ name: "Of a person" });
  for (const path of ["", "/versions", "/versions/1/comments", "/users"])
    expect((await request("GET", `/api/projects/${theirs.uuid}${path}`)).code).toBe("project_not_found");
  expect((await request("PUT", `/api/chat/projects/${theirs.uuid}/room`)).code).toBe("project_not_found");
  const own = await request("POST", "/api/projects", {
    name: "Of the pipeline",
    uuid: await addVideo(api, owner),
    collabs: [{ username: friend.username, role: "editor" }],
  });
  expect(own).toMatchObject({ role: "admin", owner: expect.stringMatching(/^API key: Pipeline \(/) });
  const listed = (await request("GET", "/api/projects"))._embedded.map(({ uuid }: { uuid: string }) => uuid);
  expect([listed.includes(own.uuid), listed.includes(theirs.uuid)]).toEqual([true, false]);
  const version = await request("PUT", `/api/projects/${own.uuid}/newversion`, {
    uuidVideo: await addVideo(api, owner),
  });
  expect(version).toMatchObject({ number: 2, publisher: own.owner });
  const comment = { uuid: randomUUID(), text: "Black frames", frame: 12 };
  const comments = `/api/projects/${own.uuid}/versions/2/comments`;
  const written = await request("POST", comments, comment);
  expect(written).toMatchObject({ author: { name: own.owner, isGuest: false }, isMine: true });
  expect(await request("POST", comments, comment)).toMatchObject({ uuid: comment.uuid, seq: written.seq });
  const guestComment = await friend.call(routes.createComment, {
    params: { id: own.uuid, n: 2 },
    body: { uuid: randomUUID(), text: "Seen" },
  });
  expect(guestComment.isMine).toBe(true);
  const change = { text: "Mine now", revision: guestComment.revision };
  expect((await request("PUT", `/api/comments/${guestComment.uuid}`, change)).code).toBe("forbidden");
  const mine = await request(
    "GET",
    `${comments}?filter=${encodeURIComponent(JSON.stringify({ isMine: true }))}`,
  );
  expect(mine.comments.map(({ uuid }: { uuid: string }) => uuid)).toEqual([comment.uuid]);
  expect(
    await request("PUT", `/api/comments/${comment.uuid}/resolution`, { isResolved: true }),
  ).toMatchObject({
    resolvedBy: own.owner,
  });
  const room = await request("PUT", `/api/chat/projects/${own.uuid}/room`);
  const message = { content: "Version 2 is rendered", messageId: randomUUID() };
  const messages = `/api/chatMessages/${room.uuid}`;
  expect(await request("POST", messages, message)).toMatchObject({ sender: own.owner, sender_id: null });
  expect((await request("POST", messages, message)).content).toBe(message.content);
  const read = await friend.call(routes.listChatMessages, { params: { id: room.uuid }, query: {} as never });
  expect(read.messages.map(({ content }) => content)).toEqual([message.content]);
  expect((await request("GET", `/api/chat/rooms/${room.uuid}/messages`)).messages).toHaveLength(1);
  const custom = await owner.call(routes.createChatRoom, {
    body: { roomName: "Of people", users: [friend.username, (await addColleague()).username] },
  });
  expect((await request("GET", `/api/chatRooms/${custom.uuid}`)).code).toBe("chat_room_not_found");
  for (const [method, path] of [
    ["POST", `/api/projects/${own.uuid}/versions/2/decisions`],
    ["PUT", `/api/comments/${comment.uuid}/reactions`],
    ["GET", `/api/projects/${own.uuid}/reviewlinks`],
  ] as const)
    expect((await request(method, path)).code).toBe("api_key_not_allowed");
});

/** Waits until a call waits for a lock of this transaction. */
async function waitForBlocked(tx: Tx): Promise<void> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
  await eventually(
    async () => {
      const waiting = await sql`SELECT pid FROM pg_stat_activity
        WHERE ${rows[0]?.pid}::integer = ANY(pg_blocking_pids(pid))`.execute(api.database.db);
      expect(waiting.rows).toHaveLength(1);
    },
    { what: "a call that waits for a lock" },
  );
}

test("a project being added waits for its client before it locks its video, in the order of deletions", async () => {
  const user = await newOwner();
  const uuid = await addVideo(api, user);
  const { call } = await api.database.db.transaction().execute(async (tx) => {
    await lockForAdding(tx, user.clientUuid);
    const adding = addProject({ uuid }, user);
    await waitForBlocked(tx);
    await sql`SELECT FROM videos WHERE uuid = ${uuid} FOR UPDATE NOWAIT`.execute(tx);
    return { call: adding };
  });
  expect((await call).uuidVideo).toBe(uuid);
});

test("deleting a project with its videos keeps a video that is added to another project at the same time", async () => {
  const uuid = await addVideo(api, owner);
  const [gone, other] = [await addProject({ uuid }), await addProject()];
  const { call } = await api.database.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM videos WHERE uuid = ${uuid} FOR UPDATE`.execute(tx);
    const deleting = owner.call(routes.deleteProject, {
      params: { id: gone.uuid },
      query: { videos: "delete" },
    });
    await waitForBlocked(tx);
    await sql`INSERT INTO project_versions (project_uuid, client_uuid, number, publisher_name, video_uuid, video_title)
      SELECT ${other.uuid}::uuid, client_uuid, 2, publisher_name, video_uuid, video_title
      FROM project_versions WHERE project_uuid = ${gone.uuid}`.execute(tx);
    return { call: deleting };
  });
  await call;
  expect(await codeOf(owner.call(routes.getVideo, { params: { id: uuid } }))).toBe("success");
});
