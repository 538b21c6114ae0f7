import { defineFeature } from "../../composition/define-feature.ts";

export const helpFeature = defineFeature({
  name: "help",
  screens: [
    {
      name: "help",
      paths: ["/aide"],
      guard: "default",
      load: async () => (await import("./help-page.tsx")).HelpPage,
      layout: "form",
      nav: [{ place: "account", order: 100, text: "help" }],
    },
    {
      name: "debug",
      paths: ["/debug"],
      guard: "open",
      load: async () => (await import("./debug-page.tsx")).DebugPage,
      isBare: true,
      nav: [{ place: "account", order: 110, text: "debug" }],
    },
  ],
});
