export * from "./alert-values.ts";
export * from "./judge-alert.ts";
