import { defineFeature, isPlugin } from "../../composition/define-feature.ts";

export const pluginVideosFeature = defineFeature({
  name: "plugin-videos",
  screens: [
    {
      name: "pluginVideos",
      paths: ["/videosplugin"],
      guard: "member",
      load: async () => (await import("./plugin-videos-page.tsx")).PluginVideosPage,
      answers: ["rules"],
      nav: [{ place: "bar", order: 10, text: "videos", isFor: isPlugin }],
      under: ["library"],
    },
  ],
});
