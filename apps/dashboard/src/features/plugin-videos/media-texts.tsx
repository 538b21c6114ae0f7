import { Box, TextInput } from "@mantine/core";
import { MAX_PLUGIN_TITLE_LENGTH, type PluginVideoItem, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { InlineEdit } from "../../components/video/inline-edit.tsx";
import { EditableDescription, EditableTags } from "../../components/video/text-edits.tsx";
import { call } from "../../lib/session.ts";
import { useMayModify } from "../../lib/user.ts";
import { reloadPluginVideos } from "./plugin-queries.ts";

type MediaTextValues = Pick<PluginVideoItem, "title" | "description" | "tags">;
interface MediaProps {
  item: PluginVideoItem;
}

/** Returns the displayed name of an item: its title, or the name given by its page. */
export const shownTitleOf = ({ title, name }: Pick<PluginVideoItem, "title" | "name">): string =>
  title || name;

/**
 * Returns one text that is edited in place. Media have no revision, so concurrent changes are detected by comparing the text.
 */
function useMediaText<K extends keyof MediaTextValues>(item: PluginVideoItem, field: K) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: item.uuid };
  const label: keyof MediaTextValues = field;
  return {
    name: t("library.inField", { field: t(`video.${label}`), title: shownTitleOf(item) }),
    value: item[field],
    canEdit: useMayModify(),
    read: async () => ({ value: (await call(routes.getPluginVideo, { params }))[field], revision: 0 }),
    async onSave(value: MediaTextValues[K]): Promise<void> {
      await call(routes.updatePluginVideo, { params, body: { [field]: value } });
      await reloadPluginVideos(queries);
      if (field === "tags") void queries.invalidateQueries({ queryKey: ["tags"] });
    },
  };
}

/** Shows the title, or the name if no title is set. Clearing the title restores the name. */
export function MediaTitle({ item }: MediaProps) {
  const { t } = useTranslation();
  const text = useMediaText(item, "title");
  return (
    <InlineEdit
      {...text}
      isCompact
      isConfirmedByEnter
      onSave={(title) => text.onSave(title.trim())}
      view={
        <Box fz="sm" fw={650} lh="22px" style={{ overflowWrap: "anywhere" }}>
          {shownTitleOf(item)}
        </Box>
      }
      editor={(draft, setDraft) => (
        <TextInput
          size="xs"
          autoFocus
          aria-label={text.name}
          placeholder={t("pluginVideos.titleHint")}
          maxLength={MAX_PLUGIN_TITLE_LENGTH}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}

/** Shows the tags, which can be edited in place. */
export const MediaTags = ({ item }: MediaProps) => <EditableTags text={useMediaText(item, "tags")} />;

/** Shows the beginning of the description, which can be edited in place. */
export const MediaDescription = ({ item }: MediaProps) => (
  <EditableDescription text={useMediaText(item, "description")} />
);
