import { redirect } from "react-router";
import { windows } from "../../components/ui/windows/windows.ts";
import { defineFeature, isNot, isPlugin } from "../../composition/define-feature.ts";

export const livesFeature = defineFeature({
  name: "lives",
  screens: [
    {
      name: "newLive",
      paths: ["/videoupload/live", "/videoupload/live/:specificVideoID"],
      guard: ["editor"],
      /** The form is a window over the library; with the id of a live in the URL, the window opens its preview. */
      action({ params: { specificVideoID } }) {
        windows.open("newLive", specificVideoID);
        return redirect("/videos");
      },
      under: ["library", "pluginVideos"],
    },
    {
      name: "capture",
      paths: ["/capture", "/capture/:uuid"],
      guard: "member",
      load: async () => (await import("./capture/capture-page.tsx")).CapturePage,
      layout: "video",
      nav: [{ place: "more", order: 30, text: "more.capture", group: "lives" }],
    },
    {
      name: "captureFrame",
      paths: ["/captureWindow", "/captureWindow/:uuid"],
      guard: "member",
      load: async () => (await import("./capture/capture-page.tsx")).CaptureFrame,
      isBare: true,
    },
    {
      name: "liveChat",
      paths: ["/chatLive/:liveId"],
      guard: "open",
      load: async () => (await import("./chat/live-chat-page.tsx")).LiveChatPage,
      isBare: true,
    },
    {
      name: "delivery",
      paths: ["/delivery"],
      guard: "member",
      load: async () => (await import("./delivery/rooms-page.tsx")).RoomsPage,
      layout: "cards",
      nav: [{ place: "more", order: 40, text: "more.delivery", group: "lives" }],
    },
    {
      name: "room",
      paths: ["/delivery/:roomID"],
      guard: "member",
      load: async () => (await import("./delivery/room-page.tsx")).RoomPage,
      layout: "video",
      under: ["delivery"],
    },
    {
      name: "directStream",
      paths: ["/directstream"],
      guard: "member",
      load: async () => (await import("./capture/direct-stream-page.tsx")).DirectStreamPage,
      layout: "video",
      under: ["delivery"],
    },
  ],
  windows: [{ kind: "newLive", load: async () => (await import("./new-live-window.tsx")).newLiveWindow }],
  commands: [
    {
      text: "live",
      order: 20,
      icon: "broadcast",
      guard: ["editor"],
      isFor: isNot(isPlugin),
      opens: { window: "newLive" },
    },
  ],
});
