import type { VideoView } from "@shoal/contract";
import { IconTagMinus, IconTagPlus } from "@tabler/icons-react";
import i18next from "i18next";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { ChosenBar, ChosenDeeds } from "../../../components/ui/table/chosen-bar.tsx";
import type { Selection } from "../../../components/ui/table/use-selection.ts";
import { VIDEO_ACTIONS } from "../../../components/video/actions/video-action-list.ts";
import { notify } from "../../../lib/notify.ts";
import { type Bulk, useBulk } from "./use-bulk.tsx";

interface BulkBarProps {
  videos: readonly VideoView[];
  selection: Selection<VideoView>;
}

/** Choosing all loaded videos and what can be done with the chosen ones. */
export const BulkBar = memo(function BulkBar({ videos, selection }: BulkBarProps) {
  return (
    <ChosenBar items={videos} selection={selection}>
      <Deeds selection={selection} />
    </ChosenBar>
  );
});

/** Not drawn again with the progress of the videos. */
const Deeds = memo(function Deeds({ selection }: Pick<BulkBarProps, "selection">) {
  const { t } = useTranslation();
  const bulk = useBulk(selection);
  const deeds = [
    { text: t("bulk.restart"), Icon: VIDEO_ACTIONS.restart.Icon, run: bulk.askRestart },
    { text: t("bulk.plan"), Icon: VIDEO_ACTIONS.plan.Icon, run: () => openLater("openBulkPlan", bulk) },
    { text: t("bulk.addTags"), Icon: IconTagPlus, run: () => openLater("openAddTags", bulk) },
    { text: t("bulk.removeTags"), Icon: IconTagMinus, run: () => openLater("openRemoveTags", bulk) },
    { text: t("bulk.delete"), Icon: VIDEO_ACTIONS.delete.Icon, run: bulk.askDelete },
  ];
  return <ChosenDeeds deeds={deeds} isDisabled={bulk.count === 0} />;
});

/** The dialogs' program and texts are fetched with their first use. */
function openLater(name: "openBulkPlan" | "openAddTags" | "openRemoveTags", bulk: Bulk): void {
  import("./bulk-dialogs.tsx").then(
    (dialogs) => dialogs[name](bulk),
    () => notify.failure({ message: i18next.t("errors.unavailable") }),
  );
}
