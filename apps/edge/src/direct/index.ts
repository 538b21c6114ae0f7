export { openDirect } from "./open-direct.ts";
