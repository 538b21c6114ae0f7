import { ERRORS, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { texts } from "../../../i18n/en/docs.ts";
import { curlCommandOf, describeCall, findCalls, typeText } from "./calls.ts";

test("every call that is not for administrators is listed once and described", () => {
  const listed = findCalls("").flatMap(([, calls]) => calls);
  const expected = Object.entries(routes).filter(([, { guard }]) => guard !== "admin");
  expect(listed.map(({ name }) => name).sort()).toEqual(expected.map(([name]) => name).sort());
  const undescribed = listed.filter(({ name }) => !/^\d{3}$/.test(describeCall(name)?.status ?? ""));
  expect(undescribed).toEqual([]);
});

test.each([
  ["createVideo", "createVideo"],
  ["chunk upload", "uploadChunk"],
  ["DELETE webhooks", "deleteWebhook"],
])("a search for “%s” finds %s", (search, name) => {
  const found = findCalls(search).flatMap(([, calls]) => calls.map((call) => call.name));
  expect(found).toContain(name);
  expect(found.length).toBeLessThan(20);
});

test("a call shows its parameters, body and response in readable form", () => {
  const call = describeCall("updateVideo");
  expect(call).toMatchObject({ method: "PUT", path: "/api/videos/{id}", contentType: "application/json" });
  expect(call?.parameters).toEqual([{ name: "id", in: "path", isRequired: true, type: "string" }]);
  expect(call?.body).toContain("  title?: string // ≥ 1, ≤ 300\n");
  expect(call?.answer).toContain("  uuid: string\n");
  expect(describeCall("nothing")).toBeUndefined();
});

test("types are written with their bounds, choices and nesting", () => {
  expect(typeText({ type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } })).toBe(
    "(string | null)[]",
  );
  const nested = { type: "object", properties: { b: { type: "integer", default: 3, maximum: 9 } } };
  expect(typeText({ type: "object", required: ["a"], properties: { a: nested } })).toBe(
    "{\n  a: {\n    b?: integer // ≤ 9, = 3\n  }\n}",
  );
});

test("the curl example contains the key if one is required, and the content type", () => {
  const create = describeCall("createVideo");
  expect(create && curlCommandOf(create, "https://a")).toBe(
    [
      'curl -X POST "https://a/api/videos"',
      '  -H "Authorization: Bearer $SHOAL_KEY"',
      '  -H "Content-Type: application/json"',
      "  -d '{ … }'",
    ].join(" \\\n"),
  );
});

test("every status of an error has advice", () => {
  const advised = Object.keys(texts.docs.api.advice);
  const statuses = new Set(Object.values(ERRORS).map(({ status }) => `of${status}`));
  expect(advised.sort()).toEqual([...statuses].sort());
});

test("groups are named after the first path segment, never after a parameter", () => {
  const names = findCalls("").map(([group]) => group);
  expect(names).toEqual(expect.arrayContaining(["videos", "annotations"]));
  expect(names.filter((name) => !/^[\w-]+$/.test(name))).toEqual([]);
});
