import { defineFeature } from "../../composition/define-feature.ts";

export const footprintFeature = defineFeature({
  name: "footprint",
  screens: [
    {
      name: "footprint",
      paths: ["/footprint", "/footprint/:month"],
      guard: ["editor", "readAnalytics"],
      load: async () => (await import("./footprint-page.tsx")).FootprintPage,
      layout: "figures",
      nav: [{ place: "more", order: 80, text: "more.footprint", group: "analytics" }],
    },
    {
      name: "footprintMethod",
      paths: ["/footprint/methods/:method"],
      guard: ["editor", "readAnalytics"],
      load: async () => (await import("./method-page.tsx")).MethodPage,
      layout: "form",
      under: ["footprint"],
    },
  ],
});
