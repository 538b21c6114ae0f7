import { expect, test } from "vitest";
import { parseReexport, redirectImports } from "./redirect-reexports.ts";

test("a file that only re-exports a module is parsed into that module's file and exported names", () => {
  expect(parseReexport('export{t as Shell,n as texts,Page}from"./member-aB3.js";\n')).toEqual({
    file: "member-aB3.js",
    names: [
      ["Shell", "t"],
      ["texts", "n"],
      ["Page", "Page"],
    ],
  });
});

test.each(['export{t as Shell}from"./member.js";start();', 'import"./member.js";', "export{t as Shell};"])(
  "%s is not recognized as a file that only re-exports",
  (code) => {
    expect(parseReexport(code)).toBeUndefined();
  },
);

test("a dynamic import of a re-exporting file is redirected to the module's file, and other imports stay unchanged", () => {
  const inner = { file: "member-aB3.js", names: [["Shell", "t"] satisfies [string, string]] };
  const code = 'load(()=>import(`./shell-c4.js`),__DEPS__);import("./map-d5.js")';
  expect(redirectImports(code, new Map([["shell-c4.js", inner]]))).toBe(
    'load(()=>import("./member-aB3.js").then(m=>({Shell:m.t})),__DEPS__);import("./map-d5.js")',
  );
});
