/** Boxes and fragments one by one, for who forges media and takes them apart. */
export * from "./boxes.ts";
export * from "./read-fragment.ts";
export * from "./read-fragment-table.ts";
export * from "./write-cmaf.ts";
