import { expect, test } from "vitest";
import { reportText } from "./report.ts";

test("a report has one line per fact under the title of its section", () => {
  const text = reportText([
    { title: "Screen", facts: [{ name: "Window", value: "390 × 844" }] },
    { title: "Errors", facts: [{ name: "", value: "None" }] },
  ]);
  expect(text).toBe("## Screen\nWindow: 390 × 844\n\n## Errors\nNone\n");
});
