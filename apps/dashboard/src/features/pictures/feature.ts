import { defineFeature } from "../../composition/define-feature.ts";

export const picturesFeature = defineFeature({
  name: "pictures",
  screens: [
    {
      name: "pictures",
      paths: ["/pictures"],
      guard: "member",
      load: async () => (await import("./pictures-page.tsx")).PicturesPage,
      layout: "cards",
      nav: [{ place: "account", order: 60, text: "pictures" }],
    },
  ],
});
