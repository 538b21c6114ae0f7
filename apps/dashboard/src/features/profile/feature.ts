import { defineFeature } from "../../composition/define-feature.ts";

export const profileFeature = defineFeature({
  name: "profile",
  screens: [
    {
      name: "profile",
      paths: ["/profil"],
      guard: "default",
      load: async () => (await import("./profile-page.tsx")).ProfilePage,
      layout: "sections",
      nav: [{ place: "account", order: 10, text: "profile" }],
    },
  ],
});
