import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { type OutroPreviewMessage, type OutroView, routes, type ShownOutro } from "@shoal/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/session.ts";
import classes from "./outro-preview.module.css";

const previewQuery = queryOptions({
  queryKey: ["outropreview"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => call(routes.getOutroPreview, {}, { signal }),
});

/** Returns the fields of an outro that affect what viewers see. */
export const visiblePartsOf = (outro: OutroView): ShownOutro => ({
  title: outro.title,
  description: outro.description,
  button: outro.button,
  subtext: outro.subtext,
  image: outro.image?.source ?? null,
  backgroundImage: outro.backgroundImage?.source ?? null,
});

type PreviewSize = "wide" | "phone";

/** Shows an outro as viewers see it, rendered by the player's own page. Uses the texts of the "outros" area. */
export function OutroPreview({ outro }: { outro: ShownOutro }) {
  const { t, i18n } = useTranslation();
  const [size, setSize] = useState<PreviewSize>("wide");
  const preview = useQuery(previewQuery);
  const address = `${preview.data?.url}?lang=${i18n.language}`;
  return (
    <Stack component="figure" gap={10} miw={0}>
      <Group component="figcaption" gap="sm" justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500} component="span">
          {t("outros.preview")}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t("outros.sizes")}
          value={size}
          onChange={setSize}
          data={(["wide", "phone"] as const).map((value) => ({ value, label: t(`outros.${value}`) }))}
        />
      </Group>
      {preview.data && <Frame key={address} url={address} outro={outro} size={size} />}
      {preview.error && <Text c="dimmed">{t("outros.previewFailed")}</Text>}
    </Stack>
  );
}

function Frame({ url, outro, size }: { url: string; outro: ShownOutro; size: PreviewSize }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(outro);
  const { origin } = new URL(url);
  // Until the player's page has loaded, the frame has the dashboard's origin, and browsers would warn about a message to another origin.
  const isListening = useRef(false);
  const show = () => {
    if (!isListening.current) return;
    const message: OutroPreviewMessage = { shoal: 1, command: "showOutro", outro: latest.current };
    frame.current?.contentWindow?.postMessage(message, origin);
  };
  useEffect(() => {
    latest.current = outro;
    show();
  });
  // The player's page reports when it is ready for messages.
  useEffect(() => {
    const handle = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      isListening.current = true;
      show();
    };
    window.addEventListener("message", handle);
    return () => window.removeEventListener("message", handle);
  });
  return (
    <div className={classes.screen} data-size={size}>
      <iframe ref={frame} title={t("outros.previewLabel")} src={url} />
    </div>
  );
}
