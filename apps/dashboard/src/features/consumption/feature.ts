import { defineFeature } from "../../composition/define-feature.ts";

export const consumptionFeature = defineFeature({
  name: "consumption",
  screens: [
    {
      name: "consumption",
      paths: ["/consumption"],
      guard: "admin",
      load: async () => (await import("./consumption-page.tsx")).ConsumptionPage,
      layout: "figures",
      nav: [{ place: "administration", order: 40, text: "consumption" }],
      under: ["admin"],
    },
  ],
});
