import { ActionIcon, Stack } from "@mantine/core";
import type { SortField, VideoView } from "@shoal/contract";
import { rebufferingColour } from "@shoal/domain";
import { IconChevronRight } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { LiveClock } from "../../../components/live/live-clock.tsx";
import type { Column } from "../../../components/ui/table/data-table.tsx";
import { SelectBox } from "../../../components/ui/table/select-box.tsx";
import type { Selection } from "../../../components/ui/table/use-selection.ts";
import { FigureText } from "../../../components/video/figure-text.tsx";
import { StatusBadge } from "../../../components/video/status-badge.tsx";
import { VideoFault } from "../../../components/video/video-fault.tsx";
import { VideoProgress } from "../../../components/video/video-progress.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import type { FigureKey } from "../../../lib/figures.ts";
import { formatClock } from "../../../lib/times.ts";
import { cardKindOf, childCountOf, childrenTextOf } from "../card-kind.ts";
import { CardMenu } from "../cards/card-menu.tsx";
import { CardDescription, CardTags, CardTitle } from "../cards/card-texts.tsx";
import { ChildrenFault } from "../cards/children-fault.tsx";
import { VideoBadges } from "../cards/video-badges.tsx";
import { KindLabel } from "../kind-label.tsx";
import { firstDirectionOf } from "../library-list.ts";
import classes from "./video-table.module.css";

/** A row of the old list, which is a video or one of its nested videos. */
export interface TableRow {
  video: VideoView;
  /** The nesting depth; 0 for a top-level video. */
  depth: number;
  /** Loads the row's children again; undefined unless they could not be loaded (§8). */
  retryChildren?: () => void;
}

interface TableOptions {
  isNested: boolean;
  selection: Selection<VideoView> | undefined;
  opened: readonly string[];
  onToggle: (uuid: string) => void;
}

const FIGURE_COLUMNS = [
  "nbView",
  "hourview",
  "rebuff",
  "offload",
  "dataDelivered",
] as const satisfies FigureKey[];

/** Returns the columns of the old list, all of which can be sorted except the buttons. */
export function useTableColumns(options: TableOptions): Column<TableRow, SortField>[] {
  const { t } = useTranslation();
  const sorted = (key: SortField) => ({
    key,
    title: t(`sorting.fields.${key}`),
    sortBy: key,
    firstDirection: firstDirectionOf(key),
  });
  return [
    {
      ...sorted("title"),
      cell: (row) => <TitleCell row={row} options={options} />,
    },
    { ...sorted("status"), cell: ({ video }) => <StatusCell video={video} /> },
    {
      ...sorted("type"),
      cell: ({ video }) => (
        <div className={classes.kind}>
          <KindLabel kind={cardKindOf(video)} />
        </div>
      ),
    },
    {
      ...sorted("tags"),
      cell: ({ video }) => (
        <div className={classes.tags}>
          <CardTags video={video} />
        </div>
      ),
    },
    { ...sorted("author"), cell: ({ video }) => video.user ?? "–" },
    { ...sorted("createdAt"), cell: ({ video }) => formatDateTime(video.createdAt), isEndAligned: true },
    {
      ...sorted("duration"),
      isEndAligned: true,
      cell: ({ video }) => (video.duration === null ? "–" : formatClock(video.duration)),
    },
    ...FIGURE_COLUMNS.map((figure) => ({
      ...sorted(figure),
      isEndAligned: true,
      cell: ({ video: { stats, error } }: TableRow) => (
        <FigureText
          stats={stats}
          figure={figure}
          colour={figure === "rebuff" ? rebufferingColour(stats.rebuff, error) : undefined}
        />
      ),
    })),
    {
      key: "menu",
      title: "",
      isTitleHidden: true,
      isEndAligned: true,
      cell: ({ video }) => <CardMenu video={video} />,
    },
  ];
}

function TitleCell({ row, options }: { row: TableRow; options: TableOptions }) {
  const { video, depth, retryChildren } = row;
  const { selection, isNested } = options;
  return (
    <div className={classes.title} style={{ "--depth": depth } as CSSProperties}>
      {selection && depth === 0 && <SelectBox item={video} title={video.title} selection={selection} />}
      {isNested && childCountOf(video) > 0 && <ExpandButton video={video} options={options} />}
      <div className={classes.texts}>
        <div className={classes.name} data-deleted={video.isDeleted}>
          <CardTitle video={video} as="div" />
        </div>
        <VideoFault video={video} />
        <VideoBadges video={video} />
        <CardDescription video={video} />
        {retryChildren && <ChildrenFault onRetry={retryChildren} />}
      </div>
    </div>
  );
}

function ExpandButton({ video, options }: { video: VideoView; options: TableOptions }) {
  const { t } = useTranslation();
  const isOpen = options.opened.includes(video.uuid);
  const children = t(childrenTextOf(video), { count: childCountOf(video) });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-expanded={isOpen}
      aria-label={t("nested.of", { children, title: video.title })}
      onClick={() => options.onToggle(video.uuid)}
    >
      <IconChevronRight size={16} className={classes.chevron} data-open={isOpen} />
    </ActionIcon>
  );
}

function StatusCell({ video }: { video: VideoView }) {
  return (
    <Stack gap={6} miw={110}>
      <StatusBadge video={video} />
      <LiveClock video={video} />
      <VideoProgress video={video} />
    </Stack>
  );
}
