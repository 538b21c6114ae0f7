import { defineFeature, isNot, isPlugin } from "../../composition/define-feature.ts";

export const docsFeature = defineFeature({
  name: "docs",
  screens: [
    {
      name: "docs",
      paths: ["/doc", "/doc/:main", "/doc/:main/:sub"],
      guard: "member",
      load: async () => (await import("./docs-page.tsx")).DocsPage,
      layout: "sections",
      nav: [
        { place: "bar", order: 20, text: "docs", isFor: isPlugin },
        { place: "account", order: 40, text: "installation", isFor: isNot(isPlugin) },
      ],
    },
    {
      name: "samples",
      paths: ["/samples/:key"],
      guard: "member",
      load: async () => (await import("./samples-page.tsx")).SamplesPage,
      layout: "form",
      under: ["docs"],
    },
  ],
});
