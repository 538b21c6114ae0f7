/** The forms of a module's name. */
export interface ModuleNames {
  /** The name of the module's folder, such as `press-notes`. */
  slug: string;
  /** The name in sentences, such as `press notes`. */
  words: string;
  /** The name of a single item in code, such as `pressNote`. */
  thing: string;
}

/** Matches valid folder names of a new module, which are one or several words in the plural. */
const SLUG_PATTERN = /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/;

/** Returns the forms of a module's name. @throws Error for an invalid name. */
export function namesOf(slug: string): ModuleNames {
  if (!SLUG_PATTERN.test(slug) || !slug.endsWith("s"))
    throw new Error(
      `"${slug}" is no name for a module: write it in the plural and as a folder, like press-notes`,
    );
  const words = slug.split("-");
  const things = words.map((word, n) => (n === 0 ? word : capitalise(word))).join("");
  return { slug, words: words.join(" "), thing: singularOf(things) };
}

function singularOf(things: string): string {
  if (things.endsWith("ies")) return `${things.slice(0, -3)}y`;
  return things.slice(0, /(?:ss|x|z|ch|sh)es$/.test(things) ? -2 : -1);
}

export const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
