export * from "./compare.ts";
export * from "./proof-group.ts";
export * from "./stop-rule.ts";
