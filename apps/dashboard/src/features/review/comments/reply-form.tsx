import { Box, Button, Group, Stack } from "@mantine/core";
import { MAX_COMMENT_TEXT_LENGTH } from "@shoal/contract";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { AttachButton } from "../../../components/files/attach-button.tsx";
import { ChosenList, FileRefusals } from "../../../components/files/chosen-list.tsx";
import fileClasses from "../../../components/files/files.module.css";
import { useChosenFiles } from "../../../components/files/use-chosen-files.ts";
import { MentionField } from "../../../components/mentions/mention-field.tsx";
import { COMMENT_FILE_LIMITS } from "../files/comment-limits.ts";
import { useReview } from "../review-context.ts";
import { useComposer } from "./comments-context.ts";
import { createComposerStore } from "./composer-store.ts";
import { draftKey } from "./drafts.ts";
import { useSendComment } from "./use-send.ts";

/** Edits a reply. An unsent reply is restored when the form is opened again. */
export function ReplyForm({ parent, onEnd }: { parent: string; onEnd: () => void }) {
  const { t } = useTranslation();
  const { project, version, player, author, guest } = useReview();
  const composer = useMemo(() => {
    const key = draftKey({ user: author, project: project.uuid, version: version.number, parent });
    return createComposerStore(key, () => {
      player.pause();
      return null;
    });
  }, [author, project.uuid, version.number, parent, player]);
  const { text } = useComposer(composer);
  const { send, fault, isSending, people } = useSendComment(composer, parent);
  const chosen = useChosenFiles(COMMENT_FILE_LIMITS);
  useEffect(() => composer.save, [composer]);
  const kept = useRef(chosen.kept);
  useEffect(() => {
    kept.current = chosen.kept;
  });
  const submit = () => {
    const sent = chosen.kept;
    void send(sent).then((isSent) => {
      if (!isSent) return;
      chosen.clear();
      // Keeps the form open if the user has started another reply in the meantime.
      if (!composer.hasContent() && kept.current.every((file) => sent.includes(file))) onEnd();
    });
  };
  return (
    <Stack gap={6} className={fileClasses.area} {...chosen.area}>
      <MentionField
        listLabel={t("comments.mentionList")}
        maxLength={MAX_COMMENT_TEXT_LENGTH}
        label={t("comments.reply")}
        placeholder={t(guest ? "comments.guestReplyPlaceholder" : "comments.replyPlaceholder")}
        value={text}
        people={people}
        error={fault}
        isFocused
        onChange={composer.write}
        onSubmit={submit}
        onCancel={onEnd}
      />
      <ChosenList chosen={chosen} />
      <FileRefusals refused={chosen.refused} limits={chosen.limits} />
      <Group gap="xs" justify="flex-end">
        <Box mr="auto">
          <AttachButton maxBytes={chosen.limits.maxBytes} onFiles={(files) => chosen.add(files)} />
        </Box>
        <Button size="compact-sm" variant="default" onClick={onEnd}>
          {t("comments.cancel")}
        </Button>
        <Button
          size="compact-sm"
          loading={isSending}
          disabled={text.trim() === "" && chosen.kept.length === 0}
          onClick={submit}
        >
          {t("comments.sendReply")}
        </Button>
      </Group>
    </Stack>
  );
}
