import { expect, test } from "vitest";
import { writeCsvLine } from "./csv.ts";

test.each([
  [["plain", 7, null, ""], "plain,7,,"],
  [["a,b", 'say "no"', "two\r\nlines"], '"a,b","say ""no""","two\r\nlines"'],
  [["=1+1", "+33", "-2", "@sum", "\tx", " =1"], "'=1+1,'+33,'-2,'@sum,'\tx,' =1"],
  [['=HYPERLINK("a","b")'], `"'=HYPERLINK(""a"",""b"")"`],
  [["été", -3], "été,-3"],
])("%j becomes %j", (values, line) => {
  expect(writeCsvLine(values)).toBe(`${line}\r\n`);
});
