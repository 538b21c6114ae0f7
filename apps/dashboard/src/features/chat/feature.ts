import { defineFeature } from "../../composition/define-feature.ts";

/** The icon in the navigation bar opens the window. The page fills the screen and can be popped out. */
export const chatFeature = defineFeature({
  name: "chat",
  screens: [
    {
      name: "chat",
      paths: ["/chat", "/chat/:projectId", "/chat/:roomType/:chatRoomId"],
      guard: "member",
      load: async () => (await import("./chat-page.tsx")).ChatPage,
      answers: ["chat"],
      nav: [{ place: "account", order: 15, text: "chat" }],
    },
  ],
  windows: [{ kind: "chat", load: async () => (await import("./chat-window.tsx")).chatWindow }],
});
