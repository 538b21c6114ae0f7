export * from "./encoding-status.ts";
export * from "./password.ts";
export * from "./rebuffering.ts";
export * from "./roles.ts";
export * from "./units.ts";
