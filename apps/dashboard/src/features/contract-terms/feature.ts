import { defineFeature } from "../../composition/define-feature.ts";

export const contractTermsFeature = defineFeature({
  name: "contract-terms",
  screens: [
    {
      name: "contractTerms",
      paths: ["/contractterms"],
      guard: "admin",
      load: async () => (await import("./contract-terms-page.tsx")).ContractTermsPage,
      layout: "form",
      nav: [{ place: "administration", order: 44, text: "contractTerms" }],
      under: ["admin"],
    },
  ],
});
