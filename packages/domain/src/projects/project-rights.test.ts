import { PROJECT_STANDINGS, type ProjectStanding } from "@shoal/contract";
import { expect, test } from "vitest";
import { canInProject, type ProjectAction, strongestStanding } from "./project-rights.ts";

/** The expected permissions, written out independently of the table under test. */
const EXPECTED_STANDINGS: Record<ProjectAction, string> = {
  watch: "owner admin editor viewer",
  comment: "owner admin editor viewer",
  resolveOwn: "owner admin editor viewer",
  resolveAny: "owner admin editor",
  decide: "owner admin editor",
  manageVersions: "owner admin editor",
  manageReviewLinks: "owner admin editor",
  invite: "owner admin",
  changeRoles: "owner admin",
  editSettings: "owner admin",
  archive: "owner admin",
  delete: "owner admin",
  leave: "admin editor viewer",
};
const PROJECT_ACTIONS = Object.keys(EXPECTED_STANDINGS) as ProjectAction[];
const standingsAllowed = (action: ProjectAction, isArchived = false) =>
  PROJECT_STANDINGS.filter((standing) => canInProject(standing, action, { isArchived })).join(" ");

test.each(PROJECT_ACTIONS)("only the expected roles can perform the action %s", (action) => {
  expect(standingsAllowed(action)).toBe(EXPECTED_STANDINGS[action]);
  expect(canInProject(undefined, action)).toBe(false);
});

test("an archived project allows only watching, unarchiving, deleting and leaving", () => {
  const open = PROJECT_ACTIONS.filter((action) => standingsAllowed(action, true) !== "");
  expect(open).toEqual(["watch", "archive", "delete", "leave"]);
  for (const action of open) expect(standingsAllowed(action, true)).toBe(EXPECTED_STANDINGS[action]);
});

test.each<[ProjectStanding[], ProjectStanding | undefined]>([
  [[], undefined],
  [["viewer"], "viewer"],
  [["viewer", "editor"], "editor"],
  [["editor", "admin", "viewer"], "admin"],
  [["viewer", "owner", "admin"], "owner"],
])("the strongest standing of %j is %s", (ways, strongest) => {
  expect(strongestStanding(ways)).toBe(strongest);
});
