import { Button } from "@mantine/core";
import type { PictureView } from "@shoal/contract";
import { IconPhoto, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PictureDrop } from "../../components/pictures/picture-drop.tsx";
import classes from "../../components/pictures/pictures.module.css";
import { pictureListQuery } from "../../components/pictures/pictures-query.ts";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Pager } from "../../components/ui/pager.tsx";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { staleMark } from "../../components/ui/stale-mark.ts";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import type { ListShape } from "../../components/ui/table/list-address.ts";
import { useExistingPage, useListAddress } from "../../components/ui/table/use-list-address.ts";
import { useMayModify } from "../../lib/user.ts";
import { PictureCard } from "./picture-card.tsx";

/** The list of pictures, which the API sorts newest first. */
const PICTURE_LIST: ListShape<never, never> = { sortFields: [], defaultSort: {}, filters: [] };

/** Lists the client's pictures, which can be uploaded, searched, named and deleted. */
export function PicturesPage() {
  const { t } = useTranslation();
  const [state, change] = useListAddress(PICTURE_LIST);
  const list = useQuery(pictureListQuery(state));
  useExistingPage(list, state, change);
  const mayModify = useMayModify();
  const size = list.data?._size;
  return (
    <>
      <PageHeader
        title={t("pictures.title")}
        note={size === undefined ? "" : t("pictures.count", { count: size })}
      >
        <ReadOnly />
        <SearchField
          search={state.search}
          onSearch={(search) => change({ search })}
          label={t("pictures.search")}
          clearLabel={t("pictures.clearSearch")}
        />
      </PageHeader>
      {mayModify && <PictureDrop onAdded={() => change({ page: 1, search: "" })} />}
      {list.data ? (
        <PictureList pictures={list.data._embedded} isStale={list.isPlaceholderData} />
      ) : (
        !list.error && <PageSkeleton />
      )}
      {!list.data && list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
      {size === 0 && <NoPictures search={state.search} onClear={() => change({ search: "" })} />}
      {size !== undefined && size > 0 && <Pager {...state} size={size} onChange={change} />}
    </>
  );
}

function PictureList({ pictures, isStale }: { pictures: readonly PictureView[]; isStale: boolean }) {
  const { t } = useTranslation();
  if (pictures.length === 0) return null;
  return (
    <ul className={classes.grid} {...staleMark(isStale)} aria-label={t("pictures.title")}>
      {pictures.map((picture) => (
        <PictureCard key={picture.id} picture={picture} />
      ))}
    </ul>
  );
}

function NoPictures({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useTranslation();
  if (!search)
    return (
      <EmptyState icon={<IconPhoto size={34} />} title={t("pictures.empty")} text={t("pictures.emptyHint")} />
    );
  return (
    <EmptyState icon={<IconSearchOff size={34} />} title={t("pictures.nothingFound")}>
      <Button variant="default" onClick={onClear}>
        {t("pictures.clearSearch")}
      </Button>
    </EmptyState>
  );
}
