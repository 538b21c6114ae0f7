import { defineFeature } from "../../composition/define-feature.ts";

/** The page for guests of a review link. The review page for members belongs to projects. */
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
