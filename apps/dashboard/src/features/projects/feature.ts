import { defineFeature, isNot, isPlatform } from "../../composition/define-feature.ts";

export const projectsFeature = defineFeature({
  name: "projects",
  screens: [
    {
      name: "projects",
      paths: ["/vireed"],
      guard: "member",
      load: async () => (await import("./projects-page.tsx")).ProjectsPage,
      plan: "vireed",
      nav: [
        { place: "bar", order: 50, text: "projects", isFor: isPlatform },
        { place: "more", order: 5, text: "more.projects", group: "videos", isFor: isNot(isPlatform) },
      ],
    },
    {
      name: "newProject",
      paths: ["/newproject"],
      guard: "member",
      load: async () => (await import("./new-project-page.tsx")).NewProjectPage,
      layout: "form",
      plan: "vireed",
      under: ["projects"],
    },
    {
      name: "project",
      paths: ["/vireed/:projectId/:version"],
      guard: "member",
      load: async () => (await import("../../routes/project-route.tsx")).ProjectRoute,
      layout: "video",
      plan: "vireed",
      under: ["projects"],
    },
  ],
  windows: [
    { kind: "newProject", load: async () => (await import("./new-project-window.tsx")).newProjectWindow },
  ],
});
