import { type BodyOf, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";

let api: TestApi;
let lead: TestUser;
let member: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  lead = await api.addUser(["editor"]);
  member = await api.addUser(["editor"], { clientOf: lead });
  await offerProjects(api, lead);
});
afterAll(() => api.close());

const addTeam = (body: BodyOf<typeof routes.createTeam> | object, user = lead) =>
  user.call(routes.createTeam, { body });
const changeTeam = (id: string, body: object, user = lead) =>
  user.call(routes.updateTeam, { params: { id }, body });

test("a team can be created with either set of field names, and all users of the client see it", async () => {
  const team = await addTeam({
    name: " Colour ",
    description: "Grading",
    group: [member.username, member.username],
  });
  expect(team).toMatchObject({
    teamName: "Colour",
    teamDescription: "Grading",
    ownerTeam: lead.username,
    collabsTeam: [{ username: member.username, role: "viewer" }],
    isManager: true,
    isMember: true,
  });
  const seen = await member.call(routes.listTeams, {});
  expect(seen.find(({ uuid }) => uuid === team.uuid)).toMatchObject({ isManager: false, isMember: true });
  expect(await codeOf(addTeam({ teamName: "colour" }))).toBe("team_name_taken");
  expect((await errorOf(addTeam({ teamName: "" }))).fields).toEqual([
    { path: "teamName", reason: "A team name is required" },
  ]);
  expect((await errorOf(addTeam({ teamName: "x", collabsTeam: [{ username: "nobody" }] }))).fields).toEqual([
    { path: "collabsTeam.0.username", reason: "User nobody not found" },
  ]);
});

test("only its manager can change, hand over or delete a team", async () => {
  const { uuid, revision } = await addTeam({
    teamName: "Sound",
    collabsTeam: [{ username: member.username }],
  });
  expect(await codeOf(changeTeam(uuid, { teamName: "Mine" }, member))).toBe("forbidden");
  expect(await codeOf(member.call(routes.deleteTeam, { params: { id: uuid } }))).toBe("forbidden");
  const ofLead = { id: uuid, user: lead.username };
  expect(await codeOf(lead.call(routes.removeTeamMember, { params: ofLead }))).toBe("forbidden");
  expect(await codeOf(member.call(routes.removeTeamMember, { params: ofLead }))).toBe("forbidden");
  expect(await changeTeam(uuid, { revision, teamName: "Mix", teamDescription: "5.1" })).toMatchObject({
    teamName: "Mix",
    teamDescription: "5.1",
  });
  expect(await codeOf(changeTeam(uuid, { revision, teamName: "Late" }))).toBe("edit_conflict");
  expect((await errorOf(changeTeam(uuid, { ownerTeam: "nobody" }))).fields).toEqual([
    { path: "ownerTeam", reason: "User nobody not found" },
  ]);
  expect(await changeTeam(uuid, { ownerTeam: member.username })).toMatchObject({
    ownerTeam: member.username,
    collabsTeam: [{ username: lead.username, role: "admin" }],
    isManager: false,
  });
  expect(await codeOf(changeTeam(uuid, { teamName: "Back" }))).toBe("forbidden");
  await lead.call(routes.removeTeamMember, { params: ofLead });
  expect(await changeTeam(uuid, { collabsTeam: [] }, member)).toMatchObject({ collabsTeam: [] });
  await member.call(routes.deleteTeam, { params: { id: uuid } });
  expect(await codeOf(changeTeam(uuid, {}, member))).toBe("team_not_found");
});

test("teams and users of another client cannot be found", async () => {
  const stranger = await api.addUser(["manager"]);
  await offerProjects(api, stranger);
  const { uuid } = await addTeam({ teamName: "Own" });
  expect(await stranger.call(routes.listTeams, {})).toEqual([]);
  expect(await codeOf(changeTeam(uuid, { teamName: "x" }, stranger))).toBe("team_not_found");
  expect(await codeOf(addTeam({ teamName: "y", collabsTeam: [{ username: lead.username }] }, stranger))).toBe(
    "bad_request",
  );
});
