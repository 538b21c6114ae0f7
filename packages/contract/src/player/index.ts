/** The messages of players, plugins and publishing pages to edges. */
export * from "./beacons.ts";
export * from "./direct.ts";
export * from "./live-chat.ts";
export * from "./p2p-rules.ts";
export * from "./playback.ts";
export * from "./plugin.ts";
