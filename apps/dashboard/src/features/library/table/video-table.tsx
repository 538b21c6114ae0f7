import type { SortField, VideoView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PageState } from "../../../components/ui/pager.tsx";
import { DataTable } from "../../../components/ui/table/data-table.tsx";
import type { Sort } from "../../../components/ui/table/sort.ts";
import type { Selection } from "../../../components/ui/table/use-selection.ts";
import { childrenOfManyQuery } from "../../../lib/video-cache.ts";
import { type TableRow, useTableColumns } from "./table-columns.tsx";

interface VideoTableProps extends PageState {
  videos: VideoView[] | undefined;
  size: number;
  sort: Sort<SortField>;
  onSort: (sort: Sort<SortField>) => void;
  onPage: (change: Partial<PageState>) => void;
  isStale: boolean;
  error: unknown;
  onRetry: () => unknown;
  empty: ReactNode;
  isNested: boolean;
  /** The selection of the list; undefined if nothing can be selected. */
  selection: Selection<VideoView> | undefined;
}

/** Shows the old list: one row per video, with its nested videos in separate rows. */
export function VideoTable({ videos, isNested, selection, ...rest }: VideoTableProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const rows = useTableRows(videos, isNested ? opened : []);
  const columns = useTableColumns({
    isNested,
    selection,
    opened,
    onToggle: (uuid) =>
      setOpened(opened.includes(uuid) ? opened.filter((other) => other !== uuid) : [...opened, uuid]),
  });
  return (
    <DataTable
      isDense
      caption={t("library.title")}
      columns={columns}
      rows={rows}
      rowKey={({ video, depth }) => `${depth}${video.uuid}`}
      {...rest}
    />
  );
}

/** Returns the rows of the videos, each followed recursively by its children if it is expanded. */
function useTableRows(videos: VideoView[] | undefined, opened: readonly string[]): TableRow[] | undefined {
  const { data, refetch } = useQuery(childrenOfManyQuery([...opened]));
  const rowsOf = (video: VideoView, depth: number): TableRow[] => {
    if (!opened.includes(video.uuid)) return [{ video, depth }];
    const children = (data?._embedded ?? []).filter((child) => parentOf(child) === video.uuid);
    const hasFailed = data?.failed.includes(video.uuid);
    return [
      { video, depth, ...(hasFailed ? { retryChildren: () => void refetch() } : {}) },
      ...children.flatMap((child) => rowsOf(child, depth + 1)),
    ];
  };
  return videos?.flatMap((video) => rowsOf(video, 0));
}

const parentOf = ({ archiveLive, inAndOutOrigin }: VideoView): string | null => archiveLive ?? inAndOutOrigin;
