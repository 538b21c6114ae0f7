export * from "./alert-phase.ts";
export * from "./alert-values.ts";
export * from "./judge-alert.ts";
export * from "./minutes-to-judge.ts";
