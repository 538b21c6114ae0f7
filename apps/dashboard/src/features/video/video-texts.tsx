import { Badge, Group, Text, Textarea, TextInput, Title } from "@mantine/core";
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { TagField } from "../../components/video/tag-field.tsx";
import { useMayModify } from "../../lib/user.ts";
import { InlineEdit } from "./inline-edit.tsx";
import { readVideo, useVideoChange } from "./video-state.ts";

type Texts = Pick<VideoView, "title" | "description" | "tags">;

/** Reads and saves one text of the video. */
function useText<K extends keyof Texts>({ uuid }: VideoView, name: K) {
  const queries = useQueryClient();
  const change = useVideoChange(uuid);
  return {
    read: async (): Promise<Texts[K]> => (await readVideo(queries, uuid))[name],
    onSave: (value: Texts[K]) => change({ [name]: value }),
  };
}

export function VideoTitle({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const { read, onSave } = useText(video, "title");
  return (
    <InlineEdit
      name={t("video.title")}
      value={video.title}
      canEdit={useMayModify()}
      isValid={(draft) => draft.trim() !== ""}
      isConfirmedByEnter
      read={read}
      onSave={(title) => onSave(title.trim())}
      view={
        <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
          {video.title}
        </Title>
      }
      editor={(draft, setDraft) => (
        <TextInput
          size="md"
          autoFocus
          aria-label={t("video.title")}
          maxLength={TITLE_MAX_LENGTH}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}

export function VideoDescription({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const text = useText(video, "description");
  return (
    <InlineEdit
      {...text}
      name={t("video.description")}
      value={video.description}
      canEdit={useMayModify()}
      view={
        <Text
          c={video.description ? "inherit" : "dimmed"}
          style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
        >
          {video.description || t("video.noDescription")}
        </Text>
      }
      editor={(draft, setDraft) => (
        <Textarea
          autoFocus
          autosize
          minRows={2}
          maxRows={10}
          aria-label={t("video.description")}
          maxLength={DESCRIPTION_MAX_LENGTH}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}

export function VideoTags({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const text = useText(video, "tags");
  return (
    <InlineEdit
      {...text}
      name={t("video.tags")}
      value={video.tags}
      canEdit={useMayModify()}
      view={
        <Group gap={6}>
          {video.tags.map((tag) => (
            <Badge key={tag} variant="default" radius="sm" tt="none" fw={500} size="lg">
              {tag}
            </Badge>
          ))}
          {video.tags.length === 0 && <Text c="dimmed">{t("video.noTags")}</Text>}
        </Group>
      }
      editor={(draft, setDraft) => <TagField tags={draft} onChange={setDraft} />}
    />
  );
}
