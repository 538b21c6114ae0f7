import { Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { canRestart, canStop, isNeverReencoded, isUploadOpen } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { FactList } from "../../../components/ui/fact-list.tsx";
import { qualitiesText } from "../../../components/video/qualities/qualities-field.tsx";
import { rowsOf } from "../../../components/video/qualities/quality-rows.ts";
import { useMayModify } from "../../../lib/user.ts";
import { LiveQualitiesForm } from "../live/live-qualities-form.tsx";
import { VideoFormSection } from "../video-form-section.tsx";
import { EncodingForm } from "./encoding-form.tsx";

/** Shows the qualities of the video and how they are encoded (§3, §5). */
export function EncodingSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  // The settings of a live can always be changed, because they apply to its next start.
  const isLive = video.type === "live";
  const Form = isLive ? LiveQualitiesForm : EncodingForm;
  return (
    <VideoFormSection
      section="encoding"
      hint={t("videoPage.encoding.hint")}
      video={video}
      isLocked={!isLive && !canRestart(video)}
      view={<EncodingView video={video} />}
      form={(close) => <Form video={video} onEnd={close} />}
    />
  );
}

function EncodingView({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const { type, encoding, firstPass, inputQualities } = video;
  const qualities =
    typeof inputQualities === "string"
      ? t("profile.defaults.optimized")
      : qualitiesText(rowsOf(inputQualities));
  const ofLive = encoding === "passthrough" ? t("profile.encoding.modes.passthrough") : qualities;
  if (type === "live") return <FactList facts={[[t("videoPage.encoding.qualities"), ofLive]]} />;
  return (
    <Stack>
      <FactList
        facts={[
          [t("profile.encoding.mode"), t(`profile.encoding.modes.${encoding}`)],
          [t("videoPage.encoding.qualities"), encoding === "passthrough" ? "–" : qualities],
          [
            t("profile.encoding.firstPass"),
            t(firstPass ? "videoPage.encoding.on" : "videoPage.encoding.off"),
          ],
        ]}
      />
      {mayModify && !video.isDeleted && !canRestart(video) && <LockedNotice video={video} />}
    </Stack>
  );
}

/** Explains why the parameters cannot be changed now. */
function LockedNotice({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed">
      {t(`videoPage.encoding.${lockReasonOf(video)}`)}
    </Text>
  );
}

function lockReasonOf(video: VideoView): "fixed" | "busy" | "noSource" {
  if (isNeverReencoded(video)) return "fixed";
  const isBusy = canStop(video) || video.encodingStatus === "to_stop" || isUploadOpen(video.encodingStatus);
  return isBusy ? "busy" : "noSource";
}
