/** The calls of the api to edges and other processes of the platform, protected by the installation's secret. */
export * from "./chat-file.ts";
export * from "./descriptors.ts";
export * from "./internal.ts";
export * from "./live-chat.ts";
export * from "./picture-source.ts";
