import { expect, test } from "vitest";
import { writeCsv } from "./csv.ts";

const lineOf = (value: string | number | null) => writeCsv([], [[value, "end"]]).split("\r\n")[1];

test("a file says that it is UTF-8 and has its header first", () => {
  expect(writeCsv(["value", "serverSec"], [["FR", 12.5]])).toBe("\uFEFFvalue,serverSec\r\nFR,12.5\r\n");
});

test.each([
  ["a,b", '"a,b",end'],
  ['say "hi"', '"say ""hi""",end'],
  [null, ",end"],
  [0, "0,end"],
  // A number is none that somebody typed.
  [-3.5, "-3.5,end"],
  ["=1+1", "'=1+1,end"],
  ["+33", "'+33,end"],
  ["-2", "'-2,end"],
  ["@cmd", "'@cmd,end"],
  [" =1+1", "' =1+1,end"],
  ['=HYPERLINK("a","b")', '"\'=HYPERLINK(""a"",""b"")",end'],
])("%j is written as %j", (value, expected) => {
  expect(lineOf(value)).toBe(expected);
});

test("lines within a value stay within it", () => {
  expect(writeCsv([], [["one\r\ntwo"]])).toBe('\uFEFF\r\n"one\r\ntwo"\r\n');
});
