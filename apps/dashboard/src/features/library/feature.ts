import { defineFeature, isNot, isPlugin } from "../../composition/define-feature.ts";

export const libraryFeature = defineFeature({
  name: "library",
  screens: [
    {
      name: "library",
      paths: ["/videos"],
      guard: "member",
      load: async () => (await import("../../routes/library-route.tsx")).LibraryRoute,
      layout: "cards",
      nav: [{ place: "bar", order: 40, text: "videos", isFor: isNot(isPlugin) }],
      under: ["pluginVideos"],
    },
  ],
});
