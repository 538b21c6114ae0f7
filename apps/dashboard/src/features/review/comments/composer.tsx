import { ActionIcon, Badge, Button, CloseButton, Group, Stack, Switch, Text, Tooltip } from "@mantine/core";
import { MAX_COMMENT_TEXT_LENGTH } from "@shoal/contract";
import { IconBrush, IconClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { AttachButton } from "../../../components/files/attach-button.tsx";
import { ChosenList, FileRefusals } from "../../../components/files/chosen-list.tsx";
import fileClasses from "../../../components/files/files.module.css";
import { useChosenFiles } from "../../../components/files/use-chosen-files.ts";
import { MentionField } from "../../../components/mentions/mention-field.tsx";
import { useDrawingBoard } from "../drawing/use-drawing-board.ts";
import { COMMENT_FILE_LIMITS } from "../files/comment-limits.ts";
import { useFramePlayer } from "../player/use-frame-player.ts";
import { useReview } from "../review-context.ts";
import classes from "./comments.module.css";
import { COMPOSER_ID, useCommentsContext, useComposer } from "./comments-context.ts";
import { positionOf } from "./comments-provider.tsx";
import { useFrameLabel } from "./frame-label.tsx";
import { useSendComment } from "./use-send.ts";

/** Edits a new comment on the version: at the frame where its author started typing, or on the whole version. */
export function Composer() {
  const { t } = useTranslation();
  const { project, may, guest } = useReview();
  const { composer, select } = useCommentsContext();
  const state = useComposer(composer);
  const { shapes } = useDrawingBoard(composer.board);
  const { send, fault, isSending, people } = useSendComment(composer);
  const chosen = useChosenFiles(COMMENT_FILE_LIMITS);
  if (!may("comment"))
    return (
      <Text size="sm" c="dimmed" className={classes.composer}>
        {t(
          guest
            ? "comments.guestReadOnly"
            : project.status === "archived"
              ? "comments.archived"
              : "comments.readOnly",
        )}
      </Text>
    );
  const submit = () =>
    void send(chosen.kept).then((isSent) => {
      if (isSent) chosen.clear();
    });
  return (
    <Stack gap={8} className={`${classes.composer} ${fileClasses.area}`} {...chosen.area}>
      <Group gap={8} justify="space-between">
        <PlaceChip />
        {state.isRestored && (
          <Text size="xs" c="dimmed">
            {t("comments.draftKept")}
          </Text>
        )}
      </Group>
      <MentionField
        listLabel={t("comments.mentionList")}
        maxLength={MAX_COMMENT_TEXT_LENGTH}
        id={COMPOSER_ID}
        label={t("comments.composer")}
        placeholder={t(guest ? "comments.guestPlaceholder" : "comments.placeholder")}
        value={state.text}
        people={people}
        error={fault}
        onChange={composer.write}
        onSubmit={submit}
      />
      <ChosenList chosen={chosen} />
      <FileRefusals refused={chosen.refused} limits={chosen.limits} />
      <Group gap={8} justify="space-between">
        <Group gap={8}>
          <AttachButton maxBytes={chosen.limits.maxBytes} onFiles={(files) => chosen.add(files)} />
          <Tooltip label={t("comments.draw")}>
            <ActionIcon
              size={34}
              variant={state.isDrawing ? "filled" : "default"}
              aria-label={t("comments.draw")}
              aria-pressed={state.isDrawing}
              onClick={() => {
                select(undefined);
                if (state.isDrawing) composer.stopDrawing();
                else composer.startDrawing();
              }}
            >
              <IconBrush size={18} />
            </ActionIcon>
          </Tooltip>
          {shapes.length > 0 && (
            <Badge
              variant="light"
              rightSection={
                <CloseButton
                  size="xs"
                  aria-label={t("comments.removeDrawing")}
                  onClick={composer.removeDrawing}
                />
              }
            >
              {t("comments.drawn", { count: shapes.length })}
            </Badge>
          )}
          {!guest && (
            <Tooltip label={t("comments.internalHint")} multiline maw={240}>
              <Switch
                size="xs"
                label={t("comments.internal")}
                checked={state.isInternal}
                onChange={(event) => composer.setInternal(event.currentTarget.checked)}
              />
            </Tooltip>
          )}
        </Group>
        <Tooltip label={t("comments.sendHint")}>
          <Button
            size="sm"
            ml="auto"
            loading={isSending}
            disabled={state.text.trim() === "" && shapes.length === 0 && chosen.kept.length === 0}
            onClick={submit}
          >
            {t("comments.send")}
          </Button>
        </Tooltip>
      </Group>
    </Stack>
  );
}

/** Shows the frame or range of the comment, which can be removed and restored. */
function PlaceChip() {
  const { t } = useTranslation();
  const { player } = useReview();
  const { composer } = useCommentsContext();
  const { place } = useComposer(composer);
  const labelOf = useFrameLabel();
  // Until the comment is started, the label follows the player's position.
  useFramePlayer(player, ({ shownFrame, wantedFrame }) => (place ? 0 : shownFrame + wantedFrame * 1e9));
  const here = positionOf(player);
  if (place === null)
    return (
      <Group gap={6}>
        <Badge variant="default">{t("comments.wholeVersion")}</Badge>
        {here && (
          <Button size="compact-xs" variant="subtle" onClick={() => composer.placeAt(here)}>
            {t("comments.putBack", { timecode: labelOf(here) })}
          </Button>
        )}
      </Group>
    );
  const shown = place ?? here;
  if (!shown) return <Badge variant="default">{t("comments.wholeVersion")}</Badge>;
  return (
    <Badge
      variant={place ? "light" : "default"}
      className={classes.place}
      leftSection={<IconClock size={13} />}
      rightSection={
        <CloseButton size="xs" aria-label={t("comments.takeOff")} onClick={() => composer.placeAt(null)} />
      }
    >
      {t("comments.at", { timecode: labelOf(shown) })}
    </Badge>
  );
}
