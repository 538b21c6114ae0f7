import { CLIENT_TYPES, type ClientInfo, ROLES, type Role } from "@shoal/contract";
import { expect, test } from "vitest";
import type { NavPlace } from "../composition/define-feature.ts";
import { decideRedirect } from "../composition/guard.ts";
import { validateFeatures } from "../composition/validate-features.ts";
import { FEATURES } from "../features.ts";
import { currentOf, findEntries } from "./nav-entries.ts";
import { isInPlan } from "./plan.ts";
import { ROUTES } from "./route-table.ts";

const clientWith = (fields: Partial<ClientInfo>) =>
  ({ type: "platform", vireed: false, export: false, scenelist: false, ...fields }) as ClientInfo;
const entriesOf = (roles: Role[], fields: Partial<ClientInfo>) =>
  findEntries({ roles, client_infos: [clientWith(fields)] });
const textsOf = (place: NavPlace, ...asked: Parameters<typeof entriesOf>) =>
  entriesOf(...asked)
    .filter((entry) => entry.place === place)
    .map(({ text }) => text);
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
  ["an administrator", ["admin"], {}, ["videos", "analytics", "alerts", "admin"]],
])("the bar offers %s the entries of their role and plan", (_, roles, fields, expected) => {
  expect(textsOf("bar", roles, fields)).toEqual(expected);
});

test('the "more" menu contains the entries that do not fit into the bar', () => {
  expect(textsOf("more", ["editor"], ALL_FLAGS)).toEqual([
    "more.capture",
    "more.delivery",
    "more.rehearsal",
    "more.rankings",
    "more.map",
    "more.footprint",
    "more.proof",
  ]);
  expect(textsOf("more", ["readAnalytics"], { type: "plugin" })).toEqual([
    "more.rankings",
    "more.map",
    "more.footprint",
    "more.proof",
    "more.alerts",
  ]);
});

const ROLE_COMBINATIONS: Role[][] = [[], ...ROLES.map((role): Role[] => [role]), ["editor", "readAnalytics"]];
const PLAN_FLAGS = ["export", "scenelist", "vireed"] as const;
const CLIENT_COMBINATIONS = CLIENT_TYPES.flatMap((type) =>
  Array.from({ length: 2 ** PLAN_FLAGS.length }, (_, bits) =>
    clientWith({
      type,
      ...Object.fromEntries(PLAN_FLAGS.map((flag, at) => [flag, ((bits >> at) & 1) === 1])),
    }),
  ),
);

test.each(ROLE_COMBINATIONS.map((roles) => [roles.join(" and ") || "no role", roles] as const))(
  "every screen that a user with %s may see has exactly one entry, whatever their client's plan",
  (_, roles) => {
    let seen = 0;
    for (const info of CLIENT_COMBINATIONS) {
      const entries = findEntries({ roles, client_infos: [info] });
      for (const { path, guard, screen, isBare } of ROUTES) {
        const isSeen =
          !isBare &&
          isInPlan(screen, info) &&
          decideRedirect(guard, { email: "x@example.org", passwordModified: true, roles }) === undefined;
        if (!isSeen) continue;
        seen += 1;
        const places = entries.filter((entry) => currentOf(entry, path.replaceAll(/:\w+/g, "6f1c")));
        expect(
          places.map(({ to }) => to),
          `${path} of a ${JSON.stringify(info)}`,
        ).toHaveLength(1);
      }
    }
    expect(seen).toBeGreaterThan(0);
  },
);

test("users see only entries that they may open, and every entry leads to its own screen", () => {
  for (const roles of ROLE_COMBINATIONS)
    for (const info of CLIENT_COMBINATIONS)
      for (const entry of findEntries({ roles, client_infos: [info] })) {
        expect(currentOf(entry, entry.to)).toBe("page");
        const { guard } = ROUTES.find(({ path }) => path === entry.to) ?? {};
        expect(
          guard && decideRedirect(guard, { email: "x@example.org", passwordModified: true, roles }),
        ).toBe(undefined);
        expect(isInPlan(entry.screen, info)).toBe(true);
      }
});

test.each([
  ["/videos", "/videos", "page"],
  ["/videos", "/player/6f1c", "true"],
  ["/analytics", "/analytics/6f1c", "page"],
  ["/analytics", "/analytics/session/6f1c", "true"],
  ["/analytics", "/footprint/2026-10", undefined],
  ["/admin", "/consumption", "true"],
  ["/alert", "/analytics", undefined],
] as const)("the entry %s at the path %s is current: %s", (to, pathname, expected) => {
  const entry = entriesOf(["admin"], {}).find((each) => each.to === to);
  expect(entry && currentOf(entry, pathname)).toBe(expected);
});

test("the declarations of all features are consistent", () => {
  expect(() => validateFeatures(FEATURES)).not.toThrow();
});
