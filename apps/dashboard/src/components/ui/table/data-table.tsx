import { Skeleton, Table, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Pager, type PageState } from "../pager.tsx";
import { staleMark } from "../stale-mark.ts";
import { ErrorState } from "../states.tsx";
import classes from "./data-table.module.css";
import { nextSort, type Sort } from "./sort.ts";

export interface Column<T, Field extends string = string> {
  /** The key of the column, unique within the table. */
  key: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** The field that the server sorts by. A column without a field cannot be sorted. */
  sortBy?: Field;
  /** The sort direction of the first click on the header; 1 is ascending. */
  firstDirection?: 1 | -1;
  /** Whether cells are right-aligned, as for numbers and dates. */
  isEndAligned?: boolean;
  /** Whether only screen readers announce the title, as for columns of buttons. */
  isTitleHidden?: boolean;
}

interface DataTableProps<T, Field extends string> extends PageState {
  /** A description of the table for screen readers. */
  caption: string;
  columns: readonly Column<T, Field>[];
  /** The rows of the page; undefined until they are loaded. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  /** The total number of matching rows on all pages. */
  size: number;
  sort: Sort<Field>;
  onSort: (sort: Sort<Field>) => void;
  onPage: (change: Partial<PageState>) => void;
  /** Whether the table has many columns, which are narrower and scroll sideways if they do not fit. */
  isDense?: boolean;
  /** Whether the rows still belong to the previous page because the new page is loading. */
  isStale?: boolean;
  error?: unknown;
  onRetry: () => unknown;
  /** Shown instead of an empty table: an EmptyState with the next step. */
  empty: ReactNode;
}

/**
 * A page of rows from the server, with sorting in its headers and pages below; each row is a card on phones.
 * @example <DataTable caption={t("users.title")} columns={columns} rows={list.data?._embedded} … />
 */
export function DataTable<T, Field extends string>(props: DataTableProps<T, Field>) {
  const { rows, error, onRetry, empty, caption, columns, size, page, pageSize, onPage, isStale } = props;
  const { isDense = false } = props;
  if (!rows && error) return <ErrorState error={error} onRetry={onRetry} />;
  if (rows?.length === 0 && size === 0) return <>{empty}</>;
  return (
    <>
      <div className={classes.frame} data-dense={isDense} {...staleMark(isStale, !rows || isStale)}>
        <Table
          className={classes.table}
          verticalSpacing={isDense ? "xs" : "sm"}
          horizontalSpacing={isDense ? "xs" : "md"}
          highlightOnHover
        >
          <caption className={classes.caption}>{caption}</caption>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <ColumnHeading key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows ? <DataRows {...props} rows={rows} /> : <SkeletonRows columns={columns} />}
          </Table.Tbody>
        </Table>
      </div>
      {rows && <Pager page={page} pageSize={pageSize} size={size} onChange={onPage} />}
    </>
  );
}

function ColumnHeading<T, Field extends string>({
  column,
  sort,
  onSort,
}: {
  column: Column<T, Field>;
  sort: Sort<Field>;
  onSort: (sort: Sort<Field>) => void;
}) {
  const { sortBy, title, isTitleHidden, isEndAligned } = column;
  const direction = sortBy && sort[sortBy];
  const Icon = direction ? (direction === 1 ? IconArrowUp : IconArrowDown) : IconArrowsSort;
  return (
    <Table.Th
      data-end={isEndAligned ?? false}
      {...(sortBy
        ? { "aria-sort": direction ? (direction === 1 ? "ascending" : "descending") : "none" }
        : {})}
    >
      {isTitleHidden && <VisuallyHidden>{title}</VisuallyHidden>}
      {!isTitleHidden && !sortBy && title}
      {!isTitleHidden && sortBy && (
        <UnstyledButton
          className={classes.sorter}
          data-active={direction !== undefined}
          onClick={() => onSort(nextSort(sort, sortBy, column.firstDirection))}
        >
          {title}
          <Icon size={14} aria-hidden />
        </UnstyledButton>
      )}
    </Table.Th>
  );
}

function DataRows<T, Field extends string>({
  rows,
  rowKey,
  columns,
}: Pick<DataTableProps<T, Field>, "rowKey" | "columns"> & { rows: readonly T[] }) {
  return rows.map((row) => (
    <Table.Tr key={rowKey(row)}>
      {columns.map(({ key, title, cell, isEndAligned, isTitleHidden }) => (
        <Table.Td key={key} data-title={isTitleHidden ? undefined : title} data-end={isEndAligned ?? false}>
          {cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

const SKELETON_ROWS = ["1", "2", "3", "4", "5"];

function SkeletonRows<T, Field extends string>({ columns }: { columns: readonly Column<T, Field>[] }) {
  const { t } = useTranslation();
  return SKELETON_ROWS.map((row, index) => (
    <Table.Tr key={row}>
      {columns.map(({ key }, column) => (
        <Table.Td key={key}>
          <Skeleton h={14} w={column === 0 ? "70%" : "45%"} />
          {index + column === 0 && <VisuallyHidden role="status">{t("app.loading")}</VisuallyHidden>}
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
