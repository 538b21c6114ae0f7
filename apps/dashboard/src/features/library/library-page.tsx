import { Button } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconBroadcast, IconTagMinus, IconTagPlus, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { memo, useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { ChosenActions, ChosenBar } from "../../components/ui/table/chosen-bar.tsx";
import { type Change, partsOf } from "../../components/ui/table/list-address.ts";
import { useExistingPage, useListAddress } from "../../components/ui/table/use-list-address.ts";
import { type Selection, useHasSelection, useSelection } from "../../components/ui/table/use-selection.ts";
import { VIDEO_ACTIONS } from "../../components/video/actions/video-action-list.ts";
import { DelayedFigures } from "../../components/video/delayed-figures.tsx";
import { ListSearch } from "../../components/video/list-search.tsx";
import { notify } from "../../lib/notify.ts";
import { useMayModify } from "../../lib/user.ts";
import { type VideoPage, videoListQuery } from "../../lib/video-cache.ts";
import { type BulkActions, useBulk } from "./bulk/use-bulk.tsx";
import { useDisplayMode } from "./display-mode.ts";
import { LibraryContent, type LibraryContentProps } from "./library-content.tsx";
import {
  LIBRARY_LIST,
  type LibraryFilters,
  parseFilters,
  requestOf,
  toSearchParams,
} from "./library-list.ts";
import classes from "./library-page.module.css";
import { Toolbar } from "./tools/toolbar.tsx";

interface BulkBarProps {
  videos: readonly VideoView[];
  selection: Selection<VideoView>;
}

/** Shows the checkbox that selects all loaded videos, and the bulk actions. */
const BulkBar = memo(function BulkBar({ videos, selection }: BulkBarProps) {
  return (
    <ChosenBar items={videos} selection={selection}>
      <BulkActionsBar selection={selection} />
    </ChosenBar>
  );
});

/** The bulk actions. They do not re-render when the progress of videos changes. */
const BulkActionsBar = memo(function Actions({ selection }: Pick<BulkBarProps, "selection">) {
  const { t } = useTranslation();
  const bulk = useBulk(selection);
  const actions = [
    { text: t("bulk.restart"), Icon: VIDEO_ACTIONS.restart.Icon, run: bulk.confirmRestart },
    {
      text: t("bulk.plan"),
      Icon: VIDEO_ACTIONS.plan.Icon,
      run: () => openLazily("openBulkPlanDialog", bulk),
    },
    { text: t("bulk.addTags"), Icon: IconTagPlus, run: () => openLazily("openAddTagsDialog", bulk) },
    { text: t("bulk.removeTags"), Icon: IconTagMinus, run: () => openLazily("openRemoveTagsDialog", bulk) },
    { text: t("bulk.delete"), Icon: VIDEO_ACTIONS.delete.Icon, run: bulk.confirmDelete },
  ];
  return <ChosenActions actions={actions} isDisabled={bulk.count === 0} />;
});

/** Opens a dialog of bulk actions, whose code and texts are loaded on first use. */
function openLazily(
  name: "openBulkPlanDialog" | "openAddTagsDialog" | "openRemoveTagsDialog",
  bulk: BulkActions,
): void {
  import("./bulk/bulk-dialogs.tsx").then(
    (dialogs) => dialogs[name](bulk),
    () => notify.failure({ message: i18next.t("errors.unavailable") }),
  );
}

/** The number of videos above which the bulk toolbar appears (§2). */
const BULK_BAR_THRESHOLD = 2;

const SEARCH_EXAMPLES = ["title", "tags", "status", "id", "description", "combined"] as const;

/** Selects the part of the data that is shown above the list, which then does not re-render when the progress of videos changes. */
const listSizeOf = ({ _size }: VideoPage) => ({ _size });

interface LibraryPageProps {
  /** Opens the form for new videos. */
  onUpload: () => void;
  /** Opens the form for a new live. */
  onLive: () => void;
}

/** Shows the client's videos (§2, home). */
export function LibraryPage({ onUpload, onLive }: LibraryPageProps) {
  const { t } = useTranslation();
  const [state, change] = useListAddress(LIBRARY_LIST);
  const list = useQuery({ ...videoListQuery(requestOf(state)), select: listSizeOf });
  useExistingPage(list, state, change);
  const display = useDisplayMode();
  const canModify = useMayModify();
  const size = list.data?._size;
  const handleFilters = (filters: Change<LibraryFilters>) =>
    change({ filters: (latest) => toSearchParams(partsOf(filters, parseFilters(latest))) });
  return (
    <>
      <PageHeader
        title={t("library.title")}
        note={size === undefined ? "" : t("library.count", { count: size })}
      >
        <ReadOnly />
        <ListSearch
          search={state.search}
          onSearch={(search) => change({ search })}
          label={t("library.search")}
          examples={SEARCH_EXAMPLES}
        />
        {canModify && (
          <div className={classes.make}>
            <Button variant="default" leftSection={<IconBroadcast size={17} />} onClick={onLive}>
              {t("library.live")}
            </Button>
            <Button leftSection={<IconUpload size={17} />} onClick={onUpload}>
              {t("library.upload")}
            </Button>
          </div>
        )}
      </PageHeader>
      <Toolbar
        state={state}
        display={display}
        onSort={(sort) => change({ sort })}
        onFilters={handleFilters}
      />
      <SelectableVideos
        state={state}
        change={change}
        mode={display.mode}
        onUpload={canModify ? onUpload : undefined}
      />
    </>
  );
}

/** Shows the videos, and the actions on the selected ones. */
function SelectableVideos(props: Omit<LibraryContentProps, "list" | "selection">) {
  const { state } = props;
  const { data: latest, error, isPlaceholderData, refetch } = useQuery(videoListQuery(requestOf(state)));
  // Defers the rendering of cards that replace others. On the first load, the list itself decides which cards are deferred.
  const data = useDeferredValue(latest, undefined) ?? latest;
  const list = useMemo(
    () => ({ data, error, isPlaceholderData, refetch }),
    [data, error, isPlaceholderData, refetch],
  );
  const selection = useSelection<VideoView>(state);
  const hasChosen = useHasSelection(selection);
  const count = data?._embedded.length ?? 0;
  const canSelect = useMayModify() && (count > BULK_BAR_THRESHOLD || hasChosen);
  return (
    <>
      {canSelect && <BulkBar videos={data?._embedded ?? []} selection={selection} />}
      <DelayedFigures asOf={data?._embedded[0]?.figuresAsOf} />
      <LibraryContent {...props} list={list} selection={canSelect ? selection : undefined} />
    </>
  );
}
