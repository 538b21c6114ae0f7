import { Box, Group, TextInput, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { routes } from "@shoal/contract";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/session.ts";
import classes from "./chips.module.css";
import {
  cycleTag,
  hasManyTags,
  selectTagsToOffer,
  type TagFilters,
  type TagState,
  tagStateOf,
} from "./tag-states.ts";

/** Query for the tags of the client's videos, most used first. */
const tagsQuery = queryOptions({
  queryKey: ["tags"],
  queryFn: ({ signal }) => call(routes.listTags, { query: {} }, { signal }),
});

interface TagFilterProps {
  filters: TagFilters;
  onChange: (change: (latest: TagFilters) => TagFilters) => void;
}

/** Filters by the client's tags: each click includes, excludes or ignores a tag (§4). Shows nothing while there are no tags. */
export function TagFilter({ filters, onChange }: TagFilterProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const tags = (useQuery(tagsQuery).data ?? []).map(({ _id }) => _id);
  const { shown, hiddenCount } = selectTagsToOffer(tags, filters, { text, isOpen });
  if (tags.length === 0 && shown.length === 0) return null;
  return (
    <Box component="fieldset" m={0} p={0} miw={0} bd={0} title={t("filters.tagHelp")}>
      <VisuallyHidden component="legend">{t("filters.tags")}</VisuallyHidden>
      <Group gap={6}>
        {hasManyTags(tags) && (
          <TextInput
            size="xs"
            w={150}
            type="search"
            aria-label={t("filters.findTag")}
            placeholder={t("filters.findTag")}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {shown.map((tag) => (
          <TagChip
            key={tag}
            tag={tag}
            state={tagStateOf(filters, tag)}
            onClick={() => onChange((latest) => cycleTag(latest, tag))}
          />
        ))}
        {shown.length === 0 && <span>{t("filters.noTag")}</span>}
        {(hiddenCount > 0 || (isOpen && hasManyTags(tags))) && (
          <UnstyledButton className={classes.more} onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {isOpen ? t("filters.fewerTags") : t("filters.moreTags", { count: hiddenCount })}
          </UnstyledButton>
        )}
      </Group>
    </Box>
  );
}

function TagChip({ tag, state, onClick }: { tag: string; state: TagState; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      className={classes.chip}
      data-state={state}
      aria-label={t(`filters.${state}`, { tag })}
      onClick={onClick}
    >
      {state === "included" && <IconPlus size={14} aria-hidden />}
      {state === "excluded" && <IconMinus size={14} aria-hidden />}
      {tag}
    </UnstyledButton>
  );
}
