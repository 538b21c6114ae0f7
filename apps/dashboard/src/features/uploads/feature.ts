import { redirect } from "react-router";
import { windows } from "../../components/ui/windows/windows.ts";
import { defineFeature, isNot, isPlugin } from "../../composition/define-feature.ts";

export const uploadsFeature = defineFeature({
  name: "uploads",
  screens: [
    {
      name: "newVideos",
      paths: ["/videoupload/vod"],
      guard: ["editor"],
      /** The form is shown as a window over the library. */
      action() {
        windows.open("newVideos");
        return redirect("/videos");
      },
      under: ["library", "pluginVideos"],
    },
  ],
  windows: [
    { kind: "newVideos", load: async () => (await import("./new-videos-window.tsx")).newVideosWindow },
  ],
  commands: [
    {
      text: "upload",
      order: 10,
      icon: "upload",
      guard: ["editor"],
      isFor: isNot(isPlugin),
      opens: { window: "newVideos" },
    },
  ],
});
