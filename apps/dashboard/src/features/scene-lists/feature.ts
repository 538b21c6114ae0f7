import { defineFeature, isNot, isPlatform } from "../../composition/define-feature.ts";

export const sceneListsFeature = defineFeature({
  name: "scene-lists",
  screens: [
    {
      name: "sceneLists",
      paths: ["/scenelist"],
      guard: ["editor"],
      load: async () => (await import("./scene-lists-page.tsx")).SceneListsPage,
      plan: "scenelist",
      nav: [
        { place: "bar", order: 70, text: "sceneLists", isFor: isPlatform },
        { place: "more", order: 20, text: "more.sceneLists", group: "videos", isFor: isNot(isPlatform) },
      ],
    },
    {
      name: "sceneList",
      paths: ["/scenelist/:uuid"],
      guard: ["editor"],
      load: async () => (await import("./scene-list-page.tsx")).SceneListPage,
      layout: "form",
      plan: "scenelist",
      under: ["sceneLists"],
    },
  ],
});
