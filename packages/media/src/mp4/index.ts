/** Individual boxes and fragments, for code that assembles or parses media. */
export * from "./boxes.ts";
export * from "./read-fragment.ts";
export * from "./read-fragment-table.ts";
export * from "./write-cmaf.ts";
