import { defineFeature } from "../../composition/define-feature.ts";

export const trashFeature = defineFeature({
  name: "trash",
  screens: [
    {
      name: "trash",
      paths: ["/trash"],
      guard: "member",
      load: async () => (await import("./trash-page.tsx")).TrashPage,
      nav: [{ place: "account", order: 70, text: "trash" }],
    },
  ],
});
