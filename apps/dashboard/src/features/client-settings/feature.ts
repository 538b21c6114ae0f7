import { defineFeature, isNot, isPlugin } from "../../composition/define-feature.ts";

export const configsFeature = defineFeature({
  name: "configs",
  screens: [
    {
      name: "configs",
      paths: ["/config"],
      guard: "member",
      load: async () => (await import("./configs-page.tsx")).ConfigsPage,
      answers: ["rules"],
      layout: "sections",
      nav: [
        { place: "bar", order: 30, text: "configs", isFor: isPlugin },
        { place: "account", order: 30, text: "configsAndRules", isFor: isNot(isPlugin) },
      ],
    },
  ],
});
