import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import type { CommentView } from "@shoal/contract";
import { IconChevronLeft, IconChevronRight, IconDownload } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { saveResponse } from "../../../lib/save-response.ts";
import type { CommentFiles } from "./comment-files.ts";
import classes from "./files.module.css";
import { sizeText } from "./size-text.ts";
import { usePicture } from "./use-picture.ts";

interface PictureViewerProps {
  files: CommentFiles;
  comment: string;
  pictures: readonly CommentView["attachments"][number][];
  /** Its uuid. */
  first: string;
}

/** Pictures of a comment, one at a time; the arrow keys lead from one to the next. */
export function PictureViewer({ files, comment, pictures, first }: PictureViewerProps) {
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
  async function save(): Promise<void> {
    try {
      await saveResponse(await files.read(comment, uuid), name);
    } catch (error) {
      notify.failure({ message: errorText(error) });
    }
  }
  return (
    <Stack gap="sm">
      <Large key={uuid} files={files} comment={comment} uuid={uuid} name={name} />
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
            onClick={() => void save()}
          >
            {t("attachments.save")}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

interface LargeProps {
  files: CommentFiles;
  comment: string;
  uuid: string;
  name: string;
}

function Large({ files, comment, uuid, name }: LargeProps) {
  const { t } = useTranslation();
  const { url, isMissing } = usePicture(files, comment, uuid);
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
