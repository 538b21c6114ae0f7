import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { capitalise, type ModuleNames } from "./names.ts";

export type FillTemplate = (template: string) => string;
export type TextChange = (text: string) => string;

/** Returns a function that fills the placeholders of a template, such as `__thing__`. */
export function createFiller(
  { slug, words, thing }: ModuleNames,
  more: Record<string, string>,
): FillTemplate {
  const things = slug.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const places: Record<string, string> = {
    __slug__: slug,
    __words__: words,
    __Words__: capitalise(words),
    __thing__: thing,
    __Thing__: capitalise(thing),
    __things__: things,
    __Things__: capitalise(things),
    __THINGS__: slug.replaceAll("-", "_").toUpperCase(),
    __table__: slug.replaceAll("-", "_"),
    ...more,
  };
  return (template) =>
    Object.entries(places).reduce((text, [place, value]) => text.replaceAll(place, value), template);
}

/** Returns functions that add entries to lists. Imports are added at the top, and the formatter sorts them. */
export function createLineAdder(fill: FillTemplate) {
  const addLine =
    (mark: string, line: string): TextChange =>
    (text) => {
      const at = text.lastIndexOf(mark);
      if (at < 0) throw new Error(`No line is there that begins with "${mark.trim()}"`);
      return text.slice(0, at) + fill(line) + text.slice(at);
    };
  const addLines =
    (imported: string, mark: string, line: string): TextChange =>
    (text) =>
      fill(imported) + addLine(mark, line)(text);
  return { addLine, addLines };
}

interface FileWriting {
  /** The root of the repository. */
  root: string;
  /** The folder of the templates. */
  template: string;
  /** The new files, each with the template from which it is made. */
  made: Readonly<Record<string, string>>;
  changed: Readonly<Record<string, TextChange>>;
  fill: FillTemplate;
}

/** Writes the new files first, and changes existing files afterwards. */
export async function writeFiles({ root, template, made, changed, fill }: FileWriting): Promise<void> {
  for (const [path, name] of Object.entries(made)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), fill(await readFile(join(template, name), "utf8")));
  }
  for (const [path, change] of Object.entries(changed)) {
    const text = await readFile(join(root, path), "utf8");
    await writeFile(join(root, path), change(text));
  }
}
