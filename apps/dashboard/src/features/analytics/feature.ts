import { defineFeature } from "../../composition/define-feature.ts";

export const analyticsFeature = defineFeature({
  name: "analytics",
  screens: [
    {
      name: "analytics",
      paths: ["/analytics", "/analytics/:videoID"],
      guard: ["editor", "readAnalytics"],
      load: async () => (await import("./analytics-page.tsx")).AnalyticsPage,
      layout: "figures",
      nav: [{ place: "bar", order: 80, text: "analytics" }],
    },
    {
      name: "analyticsSession",
      paths: ["/analytics/session/:session"],
      guard: ["editor", "readAnalytics"],
      load: async () => (await import("./session/session-page.tsx")).SessionPage,
      layout: "figures",
      under: ["analytics"],
    },
  ],
});
