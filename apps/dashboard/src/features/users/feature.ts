import { defineFeature } from "../../composition/define-feature.ts";

export const usersFeature = defineFeature({
  name: "users",
  screens: [
    {
      name: "newUser",
      paths: ["/newuser"],
      guard: ["manager"],
      load: async () => (await import("./users-page.tsx")).OwnUsersPage,
      nav: [{ place: "account", order: 20, text: "newUser" }],
    },
    {
      name: "manageUsers",
      paths: ["/manageuser"],
      guard: "admin",
      load: async () => (await import("./users-page.tsx")).AllUsersPage,
      nav: [{ place: "administration", order: 30, text: "users" }],
      under: ["admin"],
    },
  ],
  commands: [
    {
      text: "invite",
      order: 30,
      icon: "person",
      guard: ["manager"],
      opens: { path: "/newuser?new=editor" },
    },
  ],
});
