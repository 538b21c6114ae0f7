import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Email } from "@shoal/contract";
import { expect, test } from "vitest";
import { callerLanguage } from "./caller-language.ts";
import { translateFields } from "./field-reasons.ts";
import { REASONS_FR } from "./reasons-fr.ts";

const REPOSITORY_ROOT = join(import.meta.dirname, "../../../../..");
/** Sources that contain validation messages. */
const SOURCE_GLOBS = [
  "apps/api/src/modules/**/*.ts",
  "packages/contract/src/**/*.ts",
  "packages/domain/src/**/*.ts",
];
const REASON_PATTERN =
  /\breason: ?(?:"([^"]*)"|`([^`]*)`)|\.refine\([^;]*?message: ?(?:"([^"]*)"|`([^`]*)`)|z\.\w+\("([^"]*)"\)|\.regex\(\/[^\n]*\/u?, "([^"]*)"/g;
/** Codes for programs, which the dashboard maps to texts. */
const REASON_CODES = new Set(["differs", "too_common"]);

const translateToFrench = (reason: string) => translateFields([{ path: "field", reason }], "FR")[0]?.reason;

test.each([
  [undefined, "EN"],
  ["", "EN"],
  ["fr", "FR"],
  ["fr-CH, en;q=0.9", "FR"],
  ["en-GB,fr;q=0.8", "EN"],
  ["de, fr;q=0.5, en;q=0.3", "FR"],
  ["*", "EN"],
  [";;q=,fr;q=x", "EN"],
])("the language of a caller who accepts %s is %s", (accepted, language) => {
  expect(callerLanguage(accepted)).toBe(language);
});

test("French reasons keep their values, and unknown reasons stay in English", () => {
  expect(translateToFrench("is already in use")).toBe("est déjà utilisé");
  expect(translateToFrench("must be before the end of the video, 12.5 s")).toBe(
    "doit se trouver avant la fin de la vidéo, 12.5 s",
  );
  expect(translateToFrench("The host name hooks.example does not exist")).toBe(
    "Le nom d’hôte hooks.example n’existe pas",
  );
  expect(translateToFrench("uses a port that is not allowed here")).toBe(
    "utilise un port qui n’est pas autorisé ici",
  );
  expect(translateToFrench("contains more than 20000 captions")).toBe("contient plus de 20000 sous-titres");
  expect(translateToFrench("something new")).toBe("something new");
  expect(translateFields([{ path: "a", reason: "is missing" }], "EN")).toEqual([
    { path: "a", reason: "is missing" },
  ]);
});

test("an invalid email address is reported in the caller's language", () => {
  const [fault] = Email.safeParse("nobody at nowhere").error?.issues ?? [];
  expect(fault?.message).toBe("Invalid email format");
  expect(translateToFrench(fault?.message ?? "")).toBe("Format d'email invalide");
});

test("every reason in the sources has a French translation", () => {
  const files = globSync(SOURCE_GLOBS, { cwd: REPOSITORY_ROOT }).filter((file) => !file.endsWith(".test.ts"));
  const written = files.flatMap((file) =>
    [...readFileSync(join(REPOSITORY_ROOT, file), "utf8").matchAll(REASON_PATTERN)].map(
      (found) => found.slice(1).find(Boolean) ?? "",
    ),
  );
  const templates = written.map((text) => text.replace(/\$\{[^}]*\}/g, "{}")).filter((text) => text !== "");
  expect(templates.length).toBeGreaterThan(30);
  const isPlain = (text: string) => text.includes(" ") || text in REASONS_FR;
  const missing = templates.filter(
    (text) => isPlain(text) && !(text in REASONS_FR) && !REASON_CODES.has(text),
  );
  expect([...new Set(missing)]).toEqual([]);
});
