import { defineFeature } from "./define-feature.ts";

/** Screens of the specification without a page: whoever asks for one is told so, and navigation does not offer it. */
export const plannedScreens = defineFeature({
  name: "planned",
  screens: [
    {
      name: "payments",
      paths: ["/payments"],
      guard: ["manager"],
      nav: [{ place: "account", order: 90, text: "payments" }],
    },
    {
      name: "cdn",
      paths: ["/cdn"],
      guard: "member",
    },
  ],
});
