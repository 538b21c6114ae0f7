export { PlaybackChanges } from "./changes.ts";
export { readDescriptor } from "./descriptor.ts";
export { registerInternalRoutes } from "./internal.routes.ts";
