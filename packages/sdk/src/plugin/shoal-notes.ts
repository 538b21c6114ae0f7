export { recordWatching } from "../notes/record-watching.ts";
