import { defineFeature, isNot, isPlatform } from "../../composition/define-feature.ts";

export const alertsFeature = defineFeature({
  name: "alerts",
  screens: [
    {
      name: "alerts",
      paths: ["/alert"],
      guard: ["editor", "readAnalytics"],
      load: async () => (await import("./alerts-page.tsx")).AlertsPage,
      nav: [
        // Only platform users have this entry in the bar, because the specification fixes the bar's entries for all other users.
        { place: "bar", order: 100, text: "alerts", isFor: isPlatform },
        { place: "more", order: 100, text: "more.alerts", group: "analytics", isFor: isNot(isPlatform) },
      ],
    },
    {
      name: "alert",
      paths: ["/alert/:uuid"],
      guard: ["editor", "readAnalytics"],
      load: async () => (await import("./alert-page.tsx")).AlertPage,
      layout: "figures",
      under: ["alerts"],
    },
  ],
});
