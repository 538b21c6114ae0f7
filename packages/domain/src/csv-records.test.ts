import { describe, expect, test } from "vitest";
import {
  type CsvValue,
  parseCsvRecords,
  withoutFormulaGuard,
  writeCsv,
  writeCsvLine,
} from "./csv-records.ts";

test("a CSV file starts with a byte order mark and its header", () => {
  expect(writeCsv(["value", "serverSec"], [["FR", 12.5]])).toBe("\uFEFFvalue,serverSec\r\nFR,12.5\r\n");
  expect(writeCsv([], [["one\r\ntwo"]])).toBe('\uFEFF\r\n"one\r\ntwo"\r\n');
});

test("readCsvRecords stops after the maximum number of records", () => {
  expect(parseCsvRecords('a\n\nb\n"c\nc"\n', ",", 2)).toEqual([
    { line: 1, fields: ["a"] },
    { line: 3, fields: ["b"] },
  ]);
});

test.each<[CsvValue[], string]>([
  [["plain", 7, null, ""], "plain,7,,"],
  [["été", 0, -3.5], "été,0,-3.5"],
  [["a,b", 'say "no"', "two\r\nlines"], '"a,b","say ""no""","two\r\nlines"'],
  [["a;b", " edge "], '"a;b"," edge "'],
  [["=1+1", "+33", "-2", "@sum"], "'=1+1,'+33,'-2,'@sum"],
  [["\tx", "\rx", " =1"], '"\'\tx","\'\rx",\' =1'],
  [['=HYPERLINK("a","b")'], `"'=HYPERLINK(""a"",""b"")"`],
  [["'=1", "''@x", "'tis", "it's = so"], "''=1,'''@x,'tis,it's = so"],
])("writeCsvLine writes %j as %j", (values, line) => {
  expect(writeCsvLine(values)).toBe(`${line}\r\n`);
});

describe("fields written by writeCsvLine", () => {
  const texts = ["=1+1", "+33", "-2", "@sum", "'=1", "''@x", "'tis", "-", "'", '=A("b";"c")', "plain"];
  test.each(texts)("the field %j is read back unchanged", (text) => {
    const [record] = parseCsvRecords(writeCsvLine([text, "end"]), ",");
    expect(record?.fields.map(withoutFormulaGuard)).toEqual([text, "end"]);
  });
});
