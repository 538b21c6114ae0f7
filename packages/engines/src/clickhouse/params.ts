const CHARACTER_OF_ESCAPE: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "0": "\0",
  b: "\b",
  f: "\f",
};
const ARRAY_ITEM_PATTERN = /\s*(?:'((?:[^'\\]|\\.)*)'|([^,[\]'\s]+))\s*(?:,|$)/gsy;

/** Matches numbers in an array, which are not quoted. */
const NUMBER_PATTERN = /^-?\d{1,15}(\.\d{1,9})?$/;

type ParamValue = string | number | null | ParamValue[];

/**
 * Parses the `param_*` values of an HTTP request into the form that the engine binds. Clients of ClickHouse's HTTP interface escape
 * values like TSV fields, and write arrays as literals. The type in the statement's `{name:Type}` decides which form a value has.
 * @example parseParams("SELECT {n:UInt8}", { n: "1" }) // { n: "1" }
 * @throws Error if an array literal cannot be parsed.
 */
export function parseParams(sql: string, params: Record<string, string>): Record<string, ParamValue> {
  const types = new Map([...sql.matchAll(/\{(\w+)\s*:\s*([A-Za-z]+)/g)].map((match) => [match[1], match[2]]));
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      types.get(name) === "Array" ? parseArray(value) : parseScalar(value),
    ]),
  );
}

function parseScalar(value: string): ParamValue {
  return value === "\\N" ? null : unescapeTsv(value);
}

function parseArray(literal: string): ParamValue[] {
  const inner = /^\s*\[(.*)\]\s*$/s.exec(literal)?.[1];
  if (inner === undefined)
    throw new Error(`Code: 130. DB::Exception: Not an array: ${literal.slice(0, 100)}`);
  const items: ParamValue[] = [];
  ARRAY_ITEM_PATTERN.lastIndex = 0;
  while (ARRAY_ITEM_PATTERN.lastIndex < inner.length) {
    const match = ARRAY_ITEM_PATTERN.exec(inner);
    if (!match) throw new Error(`Code: 130. DB::Exception: Not an array: ${literal.slice(0, 100)}`);
    items.push(match[1] === undefined ? parseBare(match[2]) : unescapeTsv(match[1]));
  }
  return items;
}

function parseBare(text: string | undefined): ParamValue {
  if (text === undefined || text === "NULL") return null;
  return NUMBER_PATTERN.test(text) ? Number(text) : text;
}

function unescapeTsv(text: string): string {
  return text.replace(/\\(.)/gs, (_, character: string) => CHARACTER_OF_ESCAPE[character] ?? character);
}
