import { defineFeature } from "../../composition/define-feature.ts";

export const loadForecastFeature = defineFeature({
  name: "rehearsal",
  screens: [
    {
      name: "rehearsal",
      paths: ["/rehearsal", "/rehearsal/:uuid"],
      guard: "member",
      load: async () => (await import("./forecast-page.tsx")).ForecastPage,
      layout: "form",
      nav: [{ place: "more", order: 50, text: "more.rehearsal", group: "lives" }],
    },
  ],
});
