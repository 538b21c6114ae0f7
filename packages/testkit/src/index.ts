export * from "./media/clips.ts";
