import { defineFeature } from "../../composition/define-feature.ts";

export const proofFeature = defineFeature({
  name: "proof",
  screens: [
    {
      name: "proof",
      paths: ["/proof"],
      guard: ["editor", "readAnalytics"],
      load: async () => (await import("./proof-page.tsx")).ProofPage,
      layout: "figures",
      nav: [{ place: "more", order: 90, text: "more.proof", group: "analytics" }],
    },
  ],
});
