export { takeNotes } from "../notes/take-notes.ts";
