import { Button, Group, Pagination, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import type { CollectionView } from "@shoal/contract";
import { IconChevronDown, IconFolderPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../../components/ui/states.tsx";
import { useMayModify } from "../../../lib/user.ts";
import type { PluginFilters } from "../plugin-list.ts";
import { collectionsQuery } from "../plugin-queries.ts";
import { openCollectionForm } from "./collection-form.tsx";
import { CollectionRow } from "./collection-row.tsx";
import classes from "./collections.module.css";

interface CollectionsProps {
  /** Uuid of the collection that filters the list; "" for none. */
  chosen: string;
  onFilters: (change: Pick<PluginFilters, "collection">) => void;
}

/** The maximum number of collections that are listed. If the client has more, a search field appears. */
const MAX_SHOWN_COLLECTIONS = 10;

/** Shows the client's collections next to the list; on small screens, they are above the list and collapsed at first. */
export function Collections({ chosen, onFilters }: CollectionsProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const count = useQuery(collectionsQuery).data?._size;
  const canModify = useMayModify();
  return (
    <section className={classes.panel} aria-labelledby={titleId} data-open={isOpen}>
      <Group gap="xs" align="baseline" wrap="nowrap">
        <Title order={2} size="h4" id={titleId}>
          {t("pluginVideos.collections.title")}
        </Title>
        <Text size="sm" c="dimmed">
          {count}
        </Text>
        <Button
          size="xs"
          variant="subtle"
          className={classes.opener ?? ""}
          rightSection={<IconChevronDown size={15} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? "pluginVideos.collections.close" : "pluginVideos.collections.open")}
        </Button>
      </Group>
      <div className={classes.body}>
        <Text size="sm" c="dimmed">
          {t("pluginVideos.collections.text")}
        </Text>
        {canModify && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFolderPlus size={16} />}
            style={{ alignSelf: "flex-start" }}
            onClick={() => openCollectionForm()}
          >
            {t("pluginVideos.collections.create")}
          </Button>
        )}
        <CollectionList chosen={chosen} onFilters={onFilters} />
      </div>
    </section>
  );
}

function CollectionList({ chosen, onFilters }: CollectionsProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(collectionsQuery);
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={120} role="status" aria-label={t("app.loading")} />;
  if (data._size === 0) return <Text size="sm">{t("pluginVideos.collections.none")}</Text>;
  const found = data._embedded.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const pages = Math.max(1, Math.ceil(found.length / MAX_SHOWN_COLLECTIONS));
  const shownPage = Math.min(page, pages);
  return (
    <>
      {data._size > MAX_SHOWN_COLLECTIONS && (
        <TextInput
          size="xs"
          type="search"
          aria-label={t("pluginVideos.collections.search")}
          placeholder={t("pluginVideos.collections.search")}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <CollectionRows
        collections={found.slice((shownPage - 1) * MAX_SHOWN_COLLECTIONS, shownPage * MAX_SHOWN_COLLECTIONS)}
        chosen={chosen}
        onFilters={onFilters}
      />
      {pages > 1 && (
        <nav aria-label={t("pluginVideos.collections.pages")}>
          <Pagination
            size="sm"
            total={pages}
            siblings={0}
            value={shownPage}
            onChange={setPage}
            getItemProps={(number) => ({ "aria-label": t("paging.page", { page: number }) })}
            getControlProps={(control) => ({ "aria-label": t(`paging.${control}`) })}
          />
        </nav>
      )}
    </>
  );
}

function CollectionRows({
  collections,
  chosen,
  onFilters,
}: CollectionsProps & { collections: CollectionView[] }) {
  const { t } = useTranslation();
  if (collections.length === 0) return <Text size="sm">{t("pluginVideos.noSuchCollection")}</Text>;
  return (
    <Stack component="ul" gap={6}>
      {collections.map((collection) => (
        <CollectionRow
          key={collection.uuid}
          collection={collection}
          isChosen={collection.uuid === chosen}
          onChoose={(isChosen) => onFilters({ collection: isChosen ? collection.uuid : "" })}
        />
      ))}
    </Stack>
  );
}
