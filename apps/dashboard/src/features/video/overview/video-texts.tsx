import { Badge, Group, Text, Textarea, TextInput, Title } from "@mantine/core";
import { MAX_TITLE_LENGTH, VIDEO_TEXTS, type VideoText, type VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { InlineEdit } from "../../../components/video/inline-edit.tsx";
import { TagField } from "../../../components/video/tag-field.tsx";
import { useVideoText } from "../../../components/video/use-video-text.ts";
import { useMayModify } from "../../../lib/user.ts";

export function VideoTitle({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const { read, onSave } = useVideoText(video, "title");
  return (
    <InlineEdit
      name={t("video.title")}
      value={video.title}
      canEdit={useMayModify()}
      isValid={(draft) => draft.trim() !== ""}
      isConfirmedByEnter
      read={read}
      onSave={(title, revision) => onSave(title.trim(), revision)}
      view={
        <Title order={1} size="h3" lineClamp={1} title={video.title} style={{ overflowWrap: "anywhere" }}>
          {video.title}
        </Title>
      }
      editor={(draft, setDraft) => (
        <TextInput
          size="md"
          autoFocus
          aria-label={t("video.title")}
          maxLength={MAX_TITLE_LENGTH}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}

/** Edits one of the texts of `VIDEO_TEXTS`, single-line or multiline. */
export function VideoTextField({ video, field }: { video: VideoView; field: VideoText }) {
  const { t } = useTranslation();
  const text = useVideoText(video, field);
  return (
    <InlineEdit
      {...text}
      name={t(`video.${field}`)}
      value={video[field]}
      canEdit={useMayModify()}
      view={
        <Text
          c={video[field] ? "inherit" : "dimmed"}
          style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
        >
          {video[field] || t(`video.none.${field}`)}
        </Text>
      }
      editor={(draft, setDraft) => (
        <Textarea
          autoFocus
          autosize
          minRows={2}
          maxRows={10}
          aria-label={t(`video.${field}`)}
          maxLength={VIDEO_TEXTS[field]}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}

export function VideoTags({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const text = useVideoText(video, "tags");
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
