import { defineFeature, isNot, isPlatform } from "../../composition/define-feature.ts";

export const exportLinksFeature = defineFeature({
  name: "export-links",
  screens: [
    {
      name: "exportLinks",
      paths: ["/export"],
      guard: ["editor"],
      load: async () => (await import("./export-links-page.tsx")).ExportLinksPage,
      plan: "export",
      nav: [
        { place: "bar", order: 60, text: "exportLinks", isFor: isPlatform },
        { place: "more", order: 10, text: "more.exportLinks", group: "videos", isFor: isNot(isPlatform) },
      ],
    },
  ],
});
