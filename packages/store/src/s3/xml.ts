/** Extracts the texts of elements from responses: names, sizes, dates and tokens, without attributes. */
export const textsOf = (xml: string, element: string): string[] => partsOf(xml, element).map(unescapeXml);

export const textOf = (xml: string, element: string): string | undefined => textsOf(xml, element)[0];

/** Extracts the contents of elements with children. */
export const partsOf = (xml: string, element: string): string[] =>
  xml
    .split(`<${element}>`)
    .slice(1)
    .map((part) => part.slice(0, part.indexOf(`</${element}>`)));

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  "#34": '"',
  "#39": "'",
};

const unescapeXml = (text: string): string =>
  text.replace(/&([a-z]+|#\d+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
