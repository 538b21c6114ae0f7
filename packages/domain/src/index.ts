export * from "./client-rights.ts";
export * from "./encoding-status.ts";
export * from "./password.ts";
export * from "./rebuffering.ts";
export * from "./roles.ts";
export * from "./units.ts";
export * from "./usernames.ts";
export * from "./video-search.ts";
