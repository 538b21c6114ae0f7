import type { VideoView } from "@shoal/contract";
import i18next from "i18next";
import { useVideoMenu } from "../../../components/video/actions/use-video-menu.ts";
import { VideoMenu } from "../../../components/video/actions/video-menu.tsx";
import { notify } from "../../../lib/notify.ts";

/** Opens the dialog for scheduling a deletion, whose code and texts are loaded on first use. */
function openDeletionPlan(video: VideoView): void {
  import("../plan/plan-dialog.tsx").then(
    ({ openPlanDialog }) => openPlanDialog(video),
    () => notify.failure({ message: i18next.t("errors.unavailable") }),
  );
}

/** Renders the menu of a card, which is open from the start. */
export function OpenedMenu({ video }: { video: VideoView }) {
  const menu = useVideoMenu(video, { onPlan: () => openDeletionPlan(video) });
  return <VideoMenu video={video} place="card" {...menu} />;
}
