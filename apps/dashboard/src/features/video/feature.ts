import { defineFeature } from "../../composition/define-feature.ts";

export const videoFeature = defineFeature({
  name: "video",
  screens: [
    {
      name: "video",
      paths: ["/player/:uuid"],
      guard: "member",
      load: async () => (await import("../../routes/video-route.tsx")).VideoRoute,
      answers: ["rules"],
      layout: "video",
      under: ["library", "pluginVideos"],
    },
  ],
});
