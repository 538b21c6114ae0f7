import { defineFeature } from "../../composition/define-feature.ts";

export const rankingsFeature = defineFeature({
  name: "rankings",
  screens: [
    {
      name: "rankings",
      paths: ["/rankings"],
      guard: ["editor", "readAnalytics"],
      load: async () => (await import("./rankings-page.tsx")).RankingsPage,
      layout: "figures",
      nav: [{ place: "more", order: 60, text: "more.rankings", group: "analytics" }],
    },
  ],
});
