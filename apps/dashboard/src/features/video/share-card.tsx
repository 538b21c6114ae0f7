import { Button, Text, Textarea, TextInput } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconCode, IconLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notify.ts";
import { copyText, directLinkOf, embedCodeOf } from "../../lib/sharing.ts";
import { Section } from "./section.tsx";

const COPIED_MS = 3_000; // §2: copy notices close after 3 s

/** The iframe code and the direct link, each with its copy button. */
export function ShareCard({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const embedCode = embedCodeOf(video);
  const link = directLinkOf(video);
  const copy = (text: string, done: "iframeCopied" | "linkCopied") => () =>
    copyText(text).then(
      () => notify.success({ message: t(`share.${done}`), autoClose: COPIED_MS }),
      () => notify.failure({ message: t("share.refused") }),
    );
  return (
    <Section title={t("share.title")}>
      <Textarea
        label={t("share.iframe")}
        readOnly
        rows={4}
        value={embedCode}
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: "ui-monospace, monospace", fontSize: 12 } }}
      />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconCode size={17} />}
        onClick={copy(embedCode, "iframeCopied")}
      >
        {t("share.copyIframe")}
      </Button>
      <TextInput
        label={t("share.link")}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: "ui-monospace, monospace", fontSize: 12 } }}
      />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconLink size={17} />}
        onClick={copy(link, "linkCopied")}
      >
        {t("share.copyLink")}
      </Button>
      {!video.playable && (
        <Text size="xs" c="dimmed">
          {t("share.notYet")}
        </Text>
      )}
    </Section>
  );
}
