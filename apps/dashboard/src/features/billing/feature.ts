import { defineFeature } from "../../composition/define-feature.ts";

export const billingFeature = defineFeature({
  name: "billing",
  screens: [
    {
      name: "payments",
      paths: ["/payments"],
      guard: ["manager"],
      load: async () => (await import("./billing-page.tsx")).BillingPage,
      layout: "figures",
      nav: [{ place: "account", order: 90, text: "payments" }],
    },
    {
      name: "invoices",
      paths: ["/invoices"],
      guard: "admin",
      load: async () => (await import("./invoices-page.tsx")).InvoicesPage,
      layout: "figures",
      nav: [{ place: "administration", order: 42, text: "invoices" }],
      under: ["admin"],
    },
  ],
});
