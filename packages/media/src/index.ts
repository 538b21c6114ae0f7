export * from "./playlists/dash.ts";
export * from "./playlists/hls.ts";
export * from "./playlists/segment-index.ts";
