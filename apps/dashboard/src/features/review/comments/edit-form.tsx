import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { type CommentView, MAX_COMMENT_TEXT_LENGTH, routes } from "@shoal/contract";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MentionField } from "../../../components/mentions/mention-field.tsx";
import { mentionsIn } from "../../../components/mentions/mentions.ts";
import { isEditConflict } from "../../../lib/edit-conflict.ts";
import { errorText } from "../../../lib/error-text.ts";
import { useReview } from "../review-context.ts";
import { CommentText } from "./comment-text.tsx";
import { useCommentsContext } from "./comments-context.ts";
import { usePeople } from "./use-people.ts";

/** Edits a comment. If the comment was changed elsewhere in the meantime, both texts are shown. */
export function EditForm({ comment, onEnd }: { comment: CommentView; onEnd: () => void }) {
  const { t } = useTranslation();
  const { call } = useReview();
  const { store } = useCommentsContext();
  const people = usePeople();
  // The comment when editing began, so that later changes do not affect the entered text.
  const [base, setBase] = useState(comment);
  const [text, setText] = useState(comment.text);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });
  const [theirs, setTheirs] = useState<CommentView>();
  const [fault, setFault] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const isEmpty = text.trim() === "" && !comment.hasDrawing;

  async function save(revision: number): Promise<void> {
    if (isEmpty || isSaving) return;
    setIsSaving(true);
    setFault(undefined);
    const mentions = mentionsIn(text, [
      ...new Set([...people.map(({ username }) => username), ...base.mentions]),
    ]);
    try {
      const body = { revision, text: text.trim(), mentions };
      const saved = await call(routes.updateComment, { params: { id: comment.uuid }, body });
      store.merge(saved);
      // Text typed during the save stays in the field for the next save.
      if (latest.current === text) onEnd();
      else setBase(saved);
      setTheirs(undefined);
    } catch (error) {
      if (isEditConflict(error)) await showTheirs();
      else setFault(errorText(error));
    } finally {
      setIsSaving(false);
    }
  }

  async function showTheirs(): Promise<void> {
    try {
      const latest = await call(routes.getComment, { params: { id: comment.uuid } });
      store.merge(latest);
      setBase(latest);
      setTheirs(latest);
    } catch (error) {
      setFault(errorText(error));
    }
  }

  return (
    <Stack gap="xs">
      {theirs && (
        <Alert color="yellow" title={t("comments.conflictTitle")} role="alert">
          <Text size="sm" fw={600}>
            {t("comments.conflictTheirs")}
          </Text>
          <CommentText text={theirs.text} mentions={theirs.mentions} />
          <Text size="sm" fw={600} mt="xs">
            {t("comments.conflictMine")}
          </Text>
          <CommentText text={text} mentions={[]} />
        </Alert>
      )}
      <MentionField
        listLabel={t("comments.mentionList")}
        maxLength={MAX_COMMENT_TEXT_LENGTH}
        label={t("comments.editLabel")}
        value={text}
        people={people}
        error={fault}
        isFocused
        onChange={setText}
        onSubmit={() => void save(base.revision)}
        onCancel={onEnd}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={onEnd}>
          {t(theirs ? "comments.keepTheirs" : "comments.cancel")}
        </Button>
        <Button
          size="compact-sm"
          loading={isSaving}
          disabled={isEmpty}
          onClick={() => void save(base.revision)}
        >
          {t(theirs ? "comments.keepMine" : "comments.save")}
        </Button>
      </Group>
    </Stack>
  );
}
