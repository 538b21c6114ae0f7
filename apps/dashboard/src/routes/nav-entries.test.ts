import type { ClientInfo, Role } from "@shoal/contract";
import { expect, test } from "vitest";
import { currentOf, findEntries } from "./nav-entries.ts";

const client = (fields: Partial<ClientInfo>) =>
  ({ type: "platform", vireed: false, export: false, scenelist: false, ...fields }) as ClientInfo;
const textsOf = (
  roles: Role[],
  fields: Partial<ClientInfo>,
  hasScreen: (name: string) => boolean = () => true,
) => findEntries({ roles, client_infos: [client(fields)] }, hasScreen).map(({ text }) => text);
const ALL_FLAGS = { vireed: true, export: true, scenelist: true };

test.each<[string, Role[], Partial<ClientInfo>, string[]]>([
  ["a platform client's manager", ["manager"], {}, ["videos", "analytics", "alerts"]],
  [
    "an editor with every flag",
    ["editor"],
    ALL_FLAGS,
    ["videos", "projects", "exportLinks", "sceneLists", "analytics", "alerts"],
  ],
  ["a user without roles with every flag", [], ALL_FLAGS, ["videos", "projects"]],
  ["a reader of analytics", ["readAnalytics"], ALL_FLAGS, ["analytics", "alerts"]],
  ["a reader of a camera client's analytics", ["readAnalytics"], { type: "camera" }, ["analytics", "map"]],
  ["a plugin client's editor", ["editor"], { type: "plugin" }, ["videos", "docs", "configs", "analytics"]],
  [
    "a plugin client with flags of others",
    [],
    { type: "plugin", ...ALL_FLAGS },
    ["videos", "docs", "configs"],
  ],
  ["a camera client's editor", ["editor"], { type: "camera" }, ["videos", "analytics", "map"]],
  ["an administrator", ["admin"], {}, ["videos", "analytics", "alerts"]],
])("%s is offered what is his", (_, roles, fields, expected) => {
  expect(textsOf(roles, fields)).toEqual(expected);
});

test("a plugin client sees the library while his own list does not exist", () => {
  const entries = findEntries(
    { roles: [], client_infos: [client({ type: "plugin" })] },
    (name) => name === "library",
  );
  expect(entries.map(({ to }) => to)).toEqual(["/videos"]);
});

test("a screen that does not exist is not offered", () => {
  expect(textsOf(["manager"], ALL_FLAGS, (name) => name === "library")).toEqual(["videos"]);
});

test.each([
  ["/videos", "/videos", "page"],
  ["/videos", "/player/6f1c", "true"],
  ["/videos", "/videosplugin", undefined],
  ["/analytics", "/analytics/session/6f1c", "page"],
  ["/analytics", "/footprint/2026-10", "true"],
  ["/admin", "/consumption", "true"],
  ["/alert", "/analytics", undefined],
] as const)("the entry %s is at %s: %s", (to, pathname, expected) => {
  expect(currentOf(to, pathname)).toBe(expected);
});
