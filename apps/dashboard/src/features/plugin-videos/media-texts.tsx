import { Textarea, TextInput } from "@mantine/core";
import {
  DESCRIPTION_MAX_LENGTH,
  PLUGIN_TITLE_MAX_LENGTH,
  type PluginVideoItem,
  routes,
} from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { InlineEdit } from "../../components/video/inline-edit.tsx";
import { TagField } from "../../components/video/tag-field.tsx";
import { TagList } from "../../components/video/tags/tag-list.tsx";
import { call } from "../../lib/session.ts";
import { useMayModify } from "../../lib/user.ts";
import { readAgain } from "./plugin-queries.ts";
import classes from "./plugin-videos.module.css";

type Texts = Pick<PluginVideoItem, "title" | "description" | "tags">;
interface MediaProps {
  item: PluginVideoItem;
}

/** What an item is called on screen: its title, or the name that its page gives it. */
export const shownTitleOf = ({ title, name }: Pick<PluginVideoItem, "title" | "name">): string =>
  title || name;

/** One text that is edited in its place. It has no revision: what somebody else saved meanwhile is seen by its value. */
function useMediaText<K extends keyof Texts>(item: PluginVideoItem, field: K) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: item.uuid };
  const label: keyof Texts = field;
  return {
    name: t("library.inField", { field: t(`video.${label}`), title: shownTitleOf(item) }),
    value: item[field],
    canEdit: useMayModify(),
    isCompact: true,
    read: async () => ({ value: (await call(routes.getPluginVideo, { params }))[field], revision: 0 }),
    async onSave(value: Texts[K]): Promise<void> {
      await call(routes.updatePluginVideo, { params, body: { [field]: value } });
      await readAgain(queries);
      if (field === "tags") void queries.invalidateQueries({ queryKey: ["tags"] });
    },
  };
}

/** The title; the name where nobody gave one. An empty one brings the name back. */
export function MediaTitle({ item }: MediaProps) {
  const { t } = useTranslation();
  const text = useMediaText(item, "title");
  return (
    <InlineEdit
      {...text}
      isConfirmedByEnter
      onSave={(title) => text.onSave(title.trim())}
      view={<div className={classes.title}>{shownTitleOf(item)}</div>}
      editor={(draft, setDraft) => (
        <TextInput
          size="xs"
          autoFocus
          aria-label={text.name}
          placeholder={t("pluginVideos.titleHint")}
          maxLength={PLUGIN_TITLE_MAX_LENGTH}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}

/** The tags; nothing where there are none and one may not add any. */
export function MediaTags({ item }: MediaProps) {
  const { t } = useTranslation();
  const text = useMediaText(item, "tags");
  if (item.tags.length === 0 && !text.canEdit) return null;
  return (
    <InlineEdit
      {...text}
      view={
        item.tags.length > 0 ? (
          <TagList tags={item.tags} />
        ) : (
          <span className={classes.none}>{t("library.hasNoTags")}</span>
        )
      }
      editor={(draft, setDraft) => <TagField tags={draft} onChange={setDraft} />}
    />
  );
}

/** The beginning of the description; nothing where there is none and one may not write one. */
export function MediaDescription({ item }: MediaProps) {
  const { t } = useTranslation();
  const text = useMediaText(item, "description");
  if (item.description === "" && !text.canEdit) return null;
  return (
    <InlineEdit
      {...text}
      view={
        <p className={item.description ? classes.description : classes.none} title={item.description}>
          {item.description || t("library.hasNoDescription")}
        </p>
      }
      editor={(draft, setDraft) => (
        <Textarea
          size="xs"
          autoFocus
          autosize
          minRows={1}
          maxRows={3}
          aria-label={text.name}
          maxLength={DESCRIPTION_MAX_LENGTH}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}
