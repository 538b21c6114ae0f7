import { Alert, Progress, Stack, Text } from "@mantine/core";
import type { VersionView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import classes from "./review.module.css";

/** Explains why a version cannot be watched, or shows other notices; shows nothing if there is nothing to report. */
export function VersionState({ version }: { version: VersionView }) {
  const { t } = useTranslation();
  const { video } = version;
  const isBeingEncoded =
    video.state === "playable" && video.encodingPercent > 0 && video.encodingPercent < 100;
  return (
    <>
      {video.state !== "playable" && (
        <div className={classes.waiting} role="status">
          <Stack gap="sm" align="center">
            <Text ta="center">{t(`projects.videoHints.${video.state}`)}</Text>
            {video.state === "preparing" && (
              <Progress
                w={220}
                value={Math.max(video.encodingPercent, video.uploadingPercent)}
                aria-label={t("projects.videoStates.preparing")}
              />
            )}
          </Stack>
        </div>
      )}
      {isBeingEncoded && (
        <Alert color="blue">{t("review.encoding", { percent: Math.round(video.encodingPercent) })}</Alert>
      )}
      {video.isReplaced && <Alert color="yellow">{t("projects.replaced")}</Alert>}
      {video.isLocked && <Alert color="gray">{t("projects.locked")}</Alert>}
    </>
  );
}
