import { defineFeature } from "../../composition/define-feature.ts";

export const logsFeature = defineFeature({
  name: "logs",
  screens: [
    {
      name: "logs",
      paths: ["/logs"],
      guard: ["manager"],
      load: async () => (await import("./logs-page.tsx")).LogsPage,
      nav: [
        // The log of administrators covers every client, so it is part of the administration.
        { place: "account", order: 80, text: "logs", isFor: (_, roles) => !roles.includes("admin") },
        { place: "administration", order: 60, text: "logs" },
      ],
      under: ["admin"],
    },
  ],
});
