import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconDownload } from "@tabler/icons-react";
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import classes from "./files.module.css";
import { sizeText } from "./size-text.ts";

export interface ViewedPicture {
  uuid: string;
  name: string;
  bytes: number;
}

interface PictureViewerProps {
  pictures: readonly ViewedPicture[];
  /** The uuid of the picture to show first. */
  first: string;
  /** Renders a picture as a `LargePicture`. */
  show: (picture: ViewedPicture) => ReactNode;
  /** Makes the browser download a picture. */
  save: (picture: ViewedPicture) => Promise<void>;
}

/** Shows pictures one at a time. The arrow keys move between them. */
export function PictureViewer({ pictures, first, show, save }: PictureViewerProps) {
  const { t } = useTranslation();
  const [place, setPlace] = useState(() => pictures.findIndex(({ uuid }) => uuid === first));
  const shown = pictures[place];
  useEffect(() => {
    function handleKey({ key }: KeyboardEvent): void {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (step !== 0) setPlace((now) => Math.min(pictures.length - 1, Math.max(0, now + step)));
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [pictures.length]);
  if (!shown) return null;
  const { uuid, name, bytes } = shown;
  const saveShown = () =>
    save(shown).catch((error: unknown) => notify.failure({ message: errorText(error) }));
  return (
    <Stack gap="sm">
      <Fragment key={uuid}>{show(shown)}</Fragment>
      <Group justify="space-between" gap="xs">
        <Text size="sm" className={classes.name}>
          {name} · {sizeText(bytes)}
        </Text>
        <Group gap="xs">
          {pictures.length > 1 && (
            <>
              <ActionIcon
                size={34}
                variant="default"
                aria-label={t("attachments.previous")}
                disabled={place === 0}
                onClick={() => setPlace(place - 1)}
              >
                <IconChevronLeft size={18} />
              </ActionIcon>
              <Text span size="sm" role="status">
                {t("attachments.place", { place: place + 1, count: pictures.length })}
              </Text>
              <ActionIcon
                size={34}
                variant="default"
                aria-label={t("attachments.next")}
                disabled={place === pictures.length - 1}
                onClick={() => setPlace(place + 1)}
              >
                <IconChevronRight size={18} />
              </ActionIcon>
            </>
          )}
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void saveShown()}
          >
            {t("attachments.save")}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

interface LargePictureProps {
  name: string;
  /** The URL of the picture; undefined while it is loading. */
  url: string | undefined;
  isMissing?: boolean;
}

export function LargePicture({ name, url, isMissing = false }: LargePictureProps) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  return (
    <div className={classes.large}>
      {isMissing || isBroken ? (
        <Text size="sm">{t("attachments.unreadable")}</Text>
      ) : (
        url && <img src={url} alt={name} onError={() => setBroken(true)} />
      )}
    </div>
  );
}
