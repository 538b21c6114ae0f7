export { PlaybackChanges } from "./changes.ts";
export { readDescriptor } from "./descriptor.ts";
export { createInternalGuard, registerInternalRoutes } from "./internal.routes.ts";
