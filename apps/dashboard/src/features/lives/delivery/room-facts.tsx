import { Anchor, Group } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { DIRECT_PLACES } from "@shoal/contract/player";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CopyField } from "../../../components/ui/copy-field.tsx";
import { type Fact, FactList } from "../../../components/ui/fact-list.tsx";
import { linkWith, PLAIN_EMBED } from "../../../components/video/embed/embed-options.ts";
import { dateOf } from "../../../lib/dates.ts";
import { useMayModify } from "../../../lib/user.ts";

/** Who films a live and for how long, for whom it is without delay, and its link for others. */
export function RoomFacts({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  return (
    <>
      <FactList facts={useFacts(video)} />
      <CopyField
        label={t("delivery.link")}
        value={linkWith(video, PLAIN_EMBED)}
        copied={t("share.linkCopied")}
      />
      <Group gap="md">
        <Anchor component={Link} to={`/player/${video.uuid}`} size="sm">
          {t("delivery.toVideo")}
        </Anchor>
        {mayModify && !video.isDeleted && (
          <Anchor component={Link} to={`/capture/${video.uuid}`} size="sm">
            {t("live.capture.title")}
          </Anchor>
        )}
      </Group>
    </>
  );
}

function useFacts(video: VideoView): Fact[] {
  const { t } = useTranslation();
  const { directStream, live, user } = video;
  const delay = directStream ?? "yes";
  const mode = (
    <>
      {t(`live.delay.names.${delay}`)}. {t(`live.delay.hints.${delay}`, { places: DIRECT_PLACES })}
    </>
  );
  return [
    [t("live.delay.label"), mode],
    [t("delivery.filmedBy"), user ?? t("delivery.nobody")],
    ...(live?.startedAt ? [[t("live.section.started"), dateOf(live.startedAt)] as const] : []),
    ...(live?.endedAt ? [[t("live.section.ended"), dateOf(live.endedAt)] as const] : []),
  ];
}
