export { attachSafely, ShoalCore } from "./core.ts";
export { SHOAL_ERRORS } from "./plugin.types.ts";
export { VERSION as version } from "./version.ts";
