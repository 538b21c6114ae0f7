import { defineFeature } from "../../composition/define-feature.ts";

export const edgesFeature = defineFeature({
  name: "edges",
  screens: [
    {
      name: "edges",
      paths: ["/edges"],
      guard: "admin",
      load: async () => (await import("./edges-page.tsx")).EdgesPage,
      nav: [{ place: "administration", order: 50, text: "edges" }],
      under: ["admin"],
    },
  ],
});
