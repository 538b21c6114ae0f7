import { defineFeature } from "../../composition/define-feature.ts";

/** Beside the page of a project, which belongs to projects: the page of guests of a review link. */
export const reviewFeature = defineFeature({
  name: "review",
  screens: [
    {
      name: "guestReview",
      paths: ["/review/:key"],
      guard: "open",
      load: async () => (await import("./guest/guest-page.tsx")).GuestPage,
      layout: "narrow",
      isBare: true,
    },
  ],
});
