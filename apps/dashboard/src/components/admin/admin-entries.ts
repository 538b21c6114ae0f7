/** The screens of the administration with their addresses; `text` is the key of their names below `manage.admin`. */
export const ADMIN_ENTRIES = [
  { screen: "admin", to: "/admin", text: "clients" },
  { screen: "newClient", to: "/newclient", text: "newClient" },
  { screen: "manageUsers", to: "/manageuser", text: "users" },
  { screen: "consumption", to: "/consumption", text: "consumption" },
  { screen: "edges", to: "/edges", text: "edges" },
  { screen: "logs", to: "/logs", text: "logs" },
] as const;
