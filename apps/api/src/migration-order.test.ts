import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MODULES } from "./modules.ts";
import { joinMigrations } from "./platform/composition/join-migrations.ts";

/** Gaps in the numbering: no migration ever had these numbers. */
const UNUSED_NUMBERS = [
  42, 44, 46, 48, 53, 54, 58, 59, 63, 64, 72, 78, 79, 80, 86, 94, 98, 103, 104, 114, 115, 119, 120, 123, 124,
  128, 129, 130, 133, 135, 138, 139, 142, 144,
];

test("migration numbers have no gaps or duplicates except numbers that were never used", () => {
  const files = readdirSync(join(import.meta.dirname, "platform/migrations"));
  const names = [...files, ...Object.keys(joinMigrations(MODULES))].toSorted();
  const numbers = new Set(names.map((name) => Number(name.slice(0, 3))));
  const all = Array.from({ length: Math.max(...numbers) }, (_, n) => n + 1);
  expect(all.filter((number) => !numbers.has(number))).toEqual(UNUSED_NUMBERS);
  expect(numbers.size).toBe(names.length);
});
