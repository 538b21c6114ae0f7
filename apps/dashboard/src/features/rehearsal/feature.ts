import { defineFeature } from "../../composition/define-feature.ts";

export const rehearsalFeature = defineFeature({
  name: "rehearsal",
  screens: [
    {
      name: "rehearsal",
      paths: ["/rehearsal", "/rehearsal/:uuid"],
      guard: "member",
      load: async () => (await import("./rehearsal-page.tsx")).RehearsalPage,
      layout: "form",
      nav: [{ place: "more", order: 50, text: "more.rehearsal", group: "lives" }],
    },
  ],
});
