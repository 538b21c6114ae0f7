import { expect, test } from "vitest";
import { workerRoleOf } from "./worker-role.ts";

test.each([
  ["postgres://shoal:secret@db.example.org:5432/shoal?sslmode=verify-full", "shoal_worker"],
  ["postgresql://owner@db.example.org/second", "second_worker"],
  ["postgres://shoal:secret@/shoal?host=%2Ftmp%2Fsocket", "shoal_worker"],
  ["postgres://owner@db.example.org/with%20space", "with space_worker"],
  ["postgres://owner@db.example.org", "shoal_worker"],
])("the workers of %s use a role of their own", (url, role) => {
  expect(workerRoleOf(url)).toBe(role);
});

test("a role name that PostgreSQL would truncate is refused, since two could become equal", () => {
  expect(() => workerRoleOf(`postgres://owner@db.example.org/${"a".repeat(57)}`)).toThrow(
    "WORKER_DATABASE_ROLE",
  );
});
