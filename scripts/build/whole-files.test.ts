import { expect, test } from "vitest";
import { fetchInner, readHandedOn } from "./whole-files.ts";

test("a file that hands one module on names where it is, and how it is called there", () => {
  expect(readHandedOn('export{t as Shell,n as texts,Page}from"./member-aB3.js";\n')).toEqual({
    file: "member-aB3.js",
    names: [
      ["Shell", "t"],
      ["texts", "n"],
      ["Page", "Page"],
    ],
  });
});

test.each(['export{t as Shell}from"./member.js";start();', 'import"./member.js";', "export{t as Shell};"])(
  "%s is a program of its own",
  (code) => {
    expect(readHandedOn(code)).toBeUndefined();
  },
);

test("what is fetched from a file that hands it on is fetched from where it is, and nothing else changes", () => {
  const inner = { file: "member-aB3.js", names: [["Shell", "t"] satisfies [string, string]] };
  const code = 'load(()=>import(`./shell-c4.js`),__DEPS__);import("./map-d5.js")';
  expect(fetchInner(code, new Map([["shell-c4.js", inner]]))).toBe(
    'load(()=>import("./member-aB3.js").then(m=>({Shell:m.t})),__DEPS__);import("./map-d5.js")',
  );
});
