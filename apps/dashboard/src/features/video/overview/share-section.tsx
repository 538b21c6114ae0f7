import { Button, Group, Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconClock, IconCode, IconEye, IconLinkPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openNewLinkDialog } from "../../../components/export-links/open-new-link.tsx";
import { CodeArea } from "../../../components/ui/code-area.tsx";
import { CopyField } from "../../../components/ui/copy-field.tsx";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { FieldGroup } from "../../../components/ui/form/field-group.tsx";
import {
  DEFAULT_EMBED_OPTIONS,
  directLinkWith,
  type EmbedOptions,
  embedCodeWith,
  urlWithOptions,
} from "../../../components/video/embed/embed-options.ts";
import { EmbedOptionsField } from "../../../components/video/embed/embed-options-field.tsx";
import { PreviewFrame } from "../../../components/video/preview/preview-frame.tsx";
import { usePreviewTime } from "../../../components/video/preview/use-preview.ts";
import { roundSec, timeText } from "../../../lib/clock-text.ts";
import { useCopy } from "../../../lib/use-copy.ts";
import { useCan, useMe } from "../../../lib/user.ts";
import { Section } from "../section.tsx";
import classes from "./share-section.module.css";

/** Shows the iframe code and the direct link with their options, and the URLs for other players. */
export function ShareSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const [options, setOptions] = useState(DEFAULT_EMBED_OPTIONS);
  return (
    <Section section="share" hint={t("videoPage.share.hint")}>
      <EmbedOptionsField
        video={video}
        onChange={setOptions}
        startAside={(write) => <UsePreviewTime onAccept={write} />}
      />
      <EmbedCode video={video} options={options} />
      <CopyField
        label={t("videoPage.share.link")}
        value={directLinkWith(video, options)}
        copied={t("share.linkCopied")}
      />
      {!video.playable && (
        <Text size="sm" c="dimmed">
          {t("share.notYet")}
        </Text>
      )}
      <ExportLinkButton video={video} />
      <PlayerUrls video={video} />
    </Section>
  );
}

/** Fills in the preview's current time as the start time. */
function UsePreviewTime({ onAccept }: { onAccept: (text: string) => void }) {
  const { t } = useTranslation();
  const previewSec = usePreviewTime()?.sec;
  return (
    <Button
      variant="default"
      leftSection={<IconClock size={16} />}
      disabled={previewSec === undefined}
      mt={{ base: 0, xs: 25 }}
      style={{ alignSelf: "flex-start" }}
      onClick={() => onAccept(timeText(roundSec(previewSec ?? 0)))}
    >
      {t("videoPage.share.fromPreview")}
    </Button>
  );
}

function EmbedCode({ video, options }: { video: VideoView; options: EmbedOptions }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const code = embedCodeWith(video, options);
  return (
    <Stack gap="xs">
      <CodeArea label={t("videoPage.share.code")} code={code} />
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCode size={17} />}
          onClick={() => copy(code, t("share.iframeCopied"))}
        >
          {t("share.copyIframe")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconEye size={17} />}
          disabled={!video.playable}
          onClick={() => showEmbed({ video, options, title: t("videoPage.share.seeTitle") })}
        >
          {t("videoPage.share.seeIt")}
        </Button>
      </Group>
    </Stack>
  );
}

/** Shows the player as it would appear with the current iframe code. */
function showEmbed({ video, options, title }: { video: VideoView; options: EmbedOptions; title: string }) {
  const { size } = options;
  const style = size ? { width: size.width, height: size.height } : { width: "100%", aspectRatio: "16 / 9" };
  openDialog({
    title,
    size: size ? `${size.width + 40}px` : "xl",
    children: (
      <div className={classes.shown}>
        <PreviewFrame video={video} address={urlWithOptions(video.embedUrl, options)} style={style} />
      </div>
    ),
  }).catch(() => undefined); // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
}

function PlayerUrls({ video: { manifest } }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <FieldGroup legend={t("videoPage.share.engineers")}>
      {manifest.hls && (
        <CopyField
          label={t("videoPage.share.hls")}
          value={manifest.hls}
          copied={t("videoPage.share.addressCopied")}
        />
      )}
      {manifest.dash && (
        <CopyField
          label={t("videoPage.share.dash")}
          value={manifest.dash}
          copied={t("videoPage.share.addressCopied")}
        />
      )}
      {!manifest.hls && (
        <Text size="sm" c="dimmed">
          {t("videoPage.share.noAddress")}
        </Text>
      )}
    </FieldGroup>
  );
}

/** Creates an export link to this video, if the client has export links and the user may create one. */
function ExportLinkButton({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const isOffered = useMe()?.client_infos[0]?.export ?? false;
  const mayCreate = useCan("editor");
  const [isOpening, setOpening] = useState(false);
  if (!isOffered || !mayCreate || video.isDeleted) return null;
  function handleClick(): void {
    setOpening(true);
    // Ignores the rejection: the user has already been informed that the form could not be loaded.
    void openNewLinkDialog({ uuid: video.uuid, title: video.title })
      .catch(() => undefined)
      .finally(() => setOpening(false));
  }
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconLinkPlus size={17} />}
        loading={isOpening}
        onClick={handleClick}
      >
        {t("videoPage.share.exportLink")}
      </Button>
      <Text size="sm" c="dimmed" mt={6}>
        {t("videoPage.share.exportLinkHint")}
      </Text>
    </div>
  );
}
