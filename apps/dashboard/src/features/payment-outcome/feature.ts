import { defineFeature } from "../../composition/define-feature.ts";

export const paymentOutcomeFeature = defineFeature({
  name: "payment-outcome",
  screens: [
    {
      name: "paymentSuccess",
      paths: ["/pluginpaymentsuccess"],
      guard: "member",
      load: async () => (await import("./payment-success-page.tsx")).PaymentSuccessPage,
      layout: "narrow",
      under: ["cdn"],
    },
    {
      name: "paymentFailure",
      paths: ["/pluginpaymentfailure"],
      guard: "member",
      load: async () => (await import("./payment-failure-page.tsx")).PaymentFailurePage,
      layout: "narrow",
      under: ["cdn"],
    },
  ],
});
