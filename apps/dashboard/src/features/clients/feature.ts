import { defineFeature } from "../../composition/define-feature.ts";

export const clientsFeature = defineFeature({
  name: "clients",
  screens: [
    {
      name: "admin",
      paths: ["/admin"],
      guard: "admin",
      load: async () => (await import("./clients-page.tsx")).ClientsPage,
      nav: [
        { place: "bar", order: 110, text: "admin" },
        { place: "administration", order: 10, text: "clients" },
      ],
    },
    {
      name: "adminClient",
      paths: ["/admin/:uuid"],
      guard: "admin",
      load: async () => (await import("./client-page.tsx")).ClientPage,
      layout: "form",
      under: ["admin"],
    },
    {
      name: "newClient",
      paths: ["/newclient"],
      guard: "admin",
      load: async () => (await import("./new-client-page.tsx")).NewClientPage,
      layout: "form",
      nav: [{ place: "administration", order: 20, text: "newClient" }],
      under: ["admin"],
    },
    {
      name: "adminVideos",
      paths: ["/videosadmin/:uuid"],
      guard: "admin",
      action: async (call, context) =>
        (await import("./show-client-videos.ts")).showClientVideos(call, context),
      under: ["admin"],
    },
  ],
});
