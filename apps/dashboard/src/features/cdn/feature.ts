import { defineFeature } from "../../composition/define-feature.ts";

export const cdnFeature = defineFeature({
  name: "cdn",
  screens: [
    {
      name: "cdn",
      paths: ["/cdn"],
      guard: "member",
      load: async () => (await import("./cdn-page.tsx")).CdnPage,
      nav: [{ place: "account", order: 35, text: "cdn" }],
    },
    {
      name: "cdnCalculator",
      paths: ["/cdn/calculator"],
      guard: "open",
      load: async () => (await import("./calculator-page.tsx")).CalculatorPage,
      isBare: true,
      layout: "form",
    },
  ],
});
