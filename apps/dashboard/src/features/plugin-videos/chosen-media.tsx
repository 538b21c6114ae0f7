import type { PluginVideoItem } from "@shoal/contract";
import { IconEye, IconEyeOff, IconFolderMinus, IconFolderPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ChosenBar, ChosenDeeds } from "../../components/ui/table/chosen-bar.tsx";
import { type Selection, useChosen } from "../../components/ui/table/use-selection.ts";
import { useMediaDeeds } from "./use-media-deeds.tsx";

interface ChosenMediaProps {
  items: readonly PluginVideoItem[];
  selection: Selection<PluginVideoItem>;
}

/** Choosing media and what is done with all that are chosen. */
export function ChosenMedia({ items, selection }: ChosenMediaProps) {
  const { t } = useTranslation();
  const chosen = [...useChosen(selection).values()];
  const { hide, askLink, askUnlink, askDelete } = useMediaDeeds(chosen, selection.clear);
  const areHidden = chosen.length > 0 && chosen.every(({ isHidden }) => isHidden);
  const deeds = [
    { text: t("pluginVideos.link"), Icon: IconFolderPlus, run: askLink },
    { text: t("pluginVideos.unlink"), Icon: IconFolderMinus, run: askUnlink },
    areHidden
      ? { text: t("pluginVideos.show"), Icon: IconEye, run: () => hide(false) }
      : { text: t("pluginVideos.hide"), Icon: IconEyeOff, run: () => hide(true) },
    { text: t("pluginVideos.delete"), Icon: IconTrash, run: askDelete },
  ];
  return (
    <ChosenBar items={items} selection={selection}>
      <ChosenDeeds deeds={deeds} isDisabled={chosen.length === 0} />
    </ChosenBar>
  );
}
