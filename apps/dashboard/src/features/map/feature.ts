import { defineFeature, isCamera, isNot } from "../../composition/define-feature.ts";

export const mapFeature = defineFeature({
  name: "map",
  screens: [
    {
      name: "map",
      paths: ["/map"],
      guard: "default",
      load: async () => (await import("./map-page.tsx")).MapPage,
      layout: "map",
      nav: [
        { place: "bar", order: 90, text: "map", isFor: isCamera },
        { place: "more", order: 70, text: "more.map", group: "analytics", isFor: isNot(isCamera) },
      ],
    },
  ],
});
