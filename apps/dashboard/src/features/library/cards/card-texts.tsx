import { Textarea, TextInput } from "@mantine/core";
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH, type VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { InlineEdit } from "../../../components/video/inline-edit.tsx";
import { TagField } from "../../../components/video/tag-field.tsx";
import { TagList } from "../../../components/video/tags/tag-list.tsx";
import { useVideoText } from "../../../components/video/use-video-text.ts";
import { useMayModify } from "../../../lib/user.ts";
import classes from "./card-texts.module.css";

interface TextProps {
  video: VideoView;
}

/** Many cards are on screen: each field says whose it is. */
function useFieldName({ title }: VideoView, field: "title" | "tags" | "description"): string {
  const { t } = useTranslation();
  return t("library.inField", { field: t(`video.${field}`), title });
}

/** The title, which opens the video's page, with its edit mode. */
export function CardTitle({ video }: TextProps) {
  const name = useFieldName(video, "title");
  const { read, onSave } = useVideoText(video, "title");
  return (
    <InlineEdit
      name={name}
      value={video.title}
      read={read}
      canEdit={useMayModify()}
      isValid={(draft) => draft.trim() !== ""}
      isConfirmedByEnter
      isCompact
      onSave={(title, revision) => onSave(title.trim(), revision)}
      view={
        <h2 className={classes.title}>
          <Link to={`/player/${video.uuid}`} title={video.title}>
            {video.title}
          </Link>
        </h2>
      }
      editor={(draft, setDraft) => (
        <TextInput
          size="xs"
          autoFocus
          aria-label={name}
          maxLength={TITLE_MAX_LENGTH}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}

/** The tags with their edit mode; nothing where there are none and one may not add any. */
export function CardTags({ video }: TextProps) {
  const { t } = useTranslation();
  const name = useFieldName(video, "tags");
  const text = useVideoText(video, "tags");
  const canEdit = useMayModify();
  if (video.tags.length === 0 && !canEdit) return null;
  return (
    <InlineEdit
      {...text}
      name={name}
      value={video.tags}
      canEdit={canEdit}
      isCompact
      view={
        video.tags.length > 0 ? (
          <TagList tags={video.tags} />
        ) : (
          <span className={classes.none}>{t("library.hasNoTags")}</span>
        )
      }
      editor={(draft, setDraft) => <TagField tags={draft} onChange={setDraft} />}
    />
  );
}

/** The beginning of the description with its edit mode. */
export function CardDescription({ video }: TextProps) {
  const { t } = useTranslation();
  const name = useFieldName(video, "description");
  const text = useVideoText(video, "description");
  const canEdit = useMayModify();
  if (video.description === "" && !canEdit) return null;
  return (
    <InlineEdit
      {...text}
      name={name}
      value={video.description}
      canEdit={canEdit}
      isCompact
      view={
        <p className={video.description ? classes.description : classes.none} title={video.description}>
          {video.description || t("library.hasNoDescription")}
        </p>
      }
      editor={(draft, setDraft) => (
        <Textarea
          size="xs"
          autoFocus
          autosize
          minRows={1}
          maxRows={2}
          aria-label={name}
          maxLength={DESCRIPTION_MAX_LENGTH}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}
