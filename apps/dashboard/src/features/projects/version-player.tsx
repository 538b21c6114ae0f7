import { Alert, Stack, Text } from "@mantine/core";
import type { VersionView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { PreviewFrame } from "../../components/video/preview/preview-frame.tsx";
import classes from "./projects.module.css";

/** The column of the player: a version's video as people of the client see it, or why it cannot be seen. */
export function VersionPlayer({ version }: { version: VersionView }) {
  const { t } = useTranslation();
  const { video } = version;
  return (
    <Stack gap="sm">
      {video.state === "playable" ? (
        <PreviewFrame video={video} address={`${video.embedUrl}?autoplay=0`} className={classes.player} />
      ) : (
        <div className={classes.waiting} role="status">
          <Text ta="center">{t(`projects.videoHints.${video.state}`)}</Text>
        </div>
      )}
      {video.isReplaced && <Alert color="yellow">{t("projects.replaced")}</Alert>}
      {video.isLocked && <Alert color="gray">{t("projects.locked")}</Alert>}
    </Stack>
  );
}
