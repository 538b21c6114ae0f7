import { Alert, Button, Group, TextInput } from "@mantine/core";
import { MAX_TITLE_LENGTH, type VideoView } from "@shoal/contract";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useVideoText } from "../../components/video/use-video-text.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { useMayModify } from "../../lib/user.ts";
import { datedTitle, isSuggestedTitle } from "./live-values.ts";

/** Offers to rename a live that still has its default title, which means nothing to viewers. */
export function RenameLive({ video }: { video: VideoView }) {
  const mayModify = useMayModify();
  const [isDeclined, setDeclined] = useState(false);
  if (!mayModify || isDeclined || !isSuggestedTitle(video.title)) return null;
  return <RenameForm video={video} onDecline={() => setDeclined(true)} />;
}

function RenameForm({ video, onDecline }: { video: VideoView; onDecline: () => void }) {
  const { t, i18n } = useTranslation();
  const [title, setTitle] = useState(() => datedTitle(Date.now(), i18n.language, t));
  const { read, onSave } = useVideoText(video, "title");
  const rename = useMutation({
    mutationFn: async () => onSave(title.trim(), (await read()).revision),
    onSuccess: () => notify.success({ message: t("live.rename.saved") }),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <Alert color="gray" title={t("live.rename.title")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== "") rename.mutate();
        }}
      >
        <TextInput
          aria-label={t("live.rename.label")}
          maxLength={MAX_TITLE_LENGTH}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group gap="xs" mt="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={onDecline}>
            {t("live.rename.decline")}
          </Button>
          <Button size="xs" type="submit" loading={rename.isPending} disabled={title.trim() === ""}>
            {t("live.rename.submit")}
          </Button>
        </Group>
      </form>
    </Alert>
  );
}
