import { TextInput } from "@mantine/core";
import { MAX_TITLE_LENGTH, type VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { InlineEdit } from "../../../components/video/inline-edit.tsx";
import { EditableDescription, EditableTags } from "../../../components/video/text-edits.tsx";
import { useVideoText } from "../../../components/video/use-video-text.ts";
import { useMayModify } from "../../../lib/user.ts";
import classes from "./card-texts.module.css";

interface TextProps {
  video: VideoView;
}

interface TitleProps extends TextProps {
  /** The element of the title: a heading on a card, or a plain element in a table. */
  as?: "h2" | "div";
}

/** Returns the label of a field, which names its video because many cards are on screen. */
function useFieldName({ title }: VideoView, field: "title" | "tags" | "description"): string {
  const { t } = useTranslation();
  return t("library.inField", { field: t(`video.${field}`), title });
}

/** Shows the title, which can be edited in place and links to the video's page. */
export function CardTitle({ video, as: Element = "h2" }: TitleProps) {
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
        <Element className={classes.title}>
          <Link to={`/player/${video.uuid}`} title={video.title}>
            {video.title}
          </Link>
        </Element>
      }
      editor={(draft, setDraft) => (
        <TextInput
          size="xs"
          autoFocus
          aria-label={name}
          maxLength={MAX_TITLE_LENGTH}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}

/** Shows the tags, which can be edited in place. */
export function CardTags({ video }: TextProps) {
  const name = useFieldName(video, "tags");
  const text = useVideoText(video, "tags");
  return <EditableTags text={{ ...text, name, value: video.tags, canEdit: useMayModify() }} />;
}

/** Shows the beginning of the description, which can be edited in place. */
export function CardDescription({ video }: TextProps) {
  const name = useFieldName(video, "description");
  const text = useVideoText(video, "description");
  return <EditableDescription text={{ ...text, name, value: video.description, canEdit: useMayModify() }} />;
}
