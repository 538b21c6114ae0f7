import { Stack, Text } from "@mantine/core";
import type { SceneListView } from "@shoal/contract";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { PreviewFrame } from "../../components/video/preview/preview-frame.tsx";
import { directLinkOf, embedCodeOf } from "../../lib/sharing.ts";
import classes from "./scene-list-editor.module.css";

/** The list as viewers see it: the player itself, which takes up each new version. */
export function ListStage({ list }: { list: SceneListView }) {
  const { t } = useTranslation();
  return (
    <Panel title={t("sceneList.preview")}>
      {list.playable ? (
        <PreviewFrame video={list} address={`${list.embedUrl}?autoplay=0`} className={classes.player} />
      ) : (
        <div className={classes.waiting}>
          <IconPlayerPlay size={30} aria-hidden />
          <Text size="sm" ta="center">
            {t("sceneList.previewNone")}
          </Text>
        </div>
      )}
    </Panel>
  );
}

/** How the list gets into other pages. */
export function ListShare({ list }: { list: SceneListView }) {
  const { t } = useTranslation();
  return (
    <Panel title={t("sceneList.share")}>
      <Stack gap="md">
        <CopyField
          label={t("sceneList.code")}
          value={embedCodeOf(list)}
          copied={t("sceneLists.codeCopied")}
        />
        <CopyField
          label={t("sceneList.link")}
          value={directLinkOf(list)}
          copied={t("sceneLists.linkCopied")}
        />
      </Stack>
    </Panel>
  );
}
