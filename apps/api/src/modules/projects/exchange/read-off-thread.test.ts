import { frameRate } from "@shoal/frames";
import { expect, test } from "vitest";
import type { FileToRead } from "./read-comments.ts";
import { readOffThread } from "./read-off-thread.ts";

const options: FileToRead["options"] = {
  format: { rate: frameRate(25), isDropFrame: false, startFrames: 0 },
  frames: 2_500,
  otherRate: "refuse",
};

test.each([
  ["2.4 million lines", `Frame,Text\n${"1,x\n".repeat(2_400_000)}`, "csv", { fault: "too-many" }],
  ["a field of 2.4 million quotes", `Frame,Text\n1,"${'""'.repeat(2_400_000)}"`, "csv", { comments: [] }],
  ["4.9 million brackets", "[".repeat(4_900_000), "otio", { fault: "not-json" }],
] as const)("other work continues while a file of %s is read", async (_, text, format, result) => {
  const order: string[] = [];
  const read = readOffThread({ format, text, options }).then((comments) => {
    order.push("the file");
    return comments.result;
  });
  setImmediate(() => order.push("others"));
  expect(await read).toMatchObject(result);
  expect(order).toEqual(["others", "the file"]);
});
