import { defineFeature } from "../../composition/define-feature.ts";

export const outrosFeature = defineFeature({
  name: "outros",
  screens: [
    {
      name: "outros",
      paths: ["/outros"],
      guard: "member",
      load: async () => (await import("./outros-page.tsx")).OutrosPage,
      layout: "cards",
      nav: [{ place: "account", order: 50, text: "outros" }],
    },
    {
      name: "outro",
      paths: ["/outros/:id"],
      guard: "member",
      load: async () => (await import("./outro-page.tsx")).OutroPage,
      layout: "form",
      under: ["outros"],
    },
  ],
});
