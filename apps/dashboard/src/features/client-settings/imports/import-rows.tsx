import { Anchor, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { IMPORT_ROW_STATES, type ImportRowState, type ImportRowView, type ImportView } from "@shoal/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { MoreButton } from "../../../components/ui/more-button.tsx";
import { StateBadge, type StateTone } from "../../../components/ui/state-badge.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import classes from "./imports.module.css";
import { importRowsQuery } from "./imports-query.ts";

const ROW_STATE_TONES: Record<ImportRowState, StateTone> = {
  broken: "bad",
  waiting: "plain",
  fetching: "plain",
  imported: "good",
  present: "plain",
  failed: "bad",
  cancelled: "plain",
};

/** Lists the lines of an import and their results; lines with errors come first. */
export function ImportRowList({ made }: { made: ImportView }) {
  const { t } = useTranslation();
  const isPreview = made.state === "ready";
  const [state, setState] = useState<ImportRowState | undefined>(
    isPreview && made.counts.broken > 0 ? "broken" : undefined,
  );
  const query = useInfiniteQuery(importRowsQuery(made, state));
  const { data, error, refetch } = query;
  const rows = data?.pages.flatMap(({ _embedded }) => _embedded) ?? [];
  return (
    <Stack gap="sm">
      <NativeSelect
        size="xs"
        w={220}
        label={t("imports.rows.show")}
        value={state ?? ""}
        data={[
          { value: "", label: t("imports.rows.all") },
          ...IMPORT_ROW_STATES.map((value) => ({
            value,
            label: `${t(`imports.rows.states.${value}`)} (${made.counts[value]})`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          setState(IMPORT_ROW_STATES.find((each) => each === value))
        }
      />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <PageSkeleton blocks={1} />}
      {data && rows.length === 0 && <Text size="sm">{t("imports.rows.empty")}</Text>}
      <ul className={classes.rows}>
        {rows.map((row) => (
          <ImportRow key={row.number} row={row} isListed={made.kind !== "csv" && made.kind !== "json"} />
        ))}
      </ul>
      <MoreButton query={query} label={t("imports.rows.more")} />
    </Stack>
  );
}

function ImportRow({ row, isListed }: { row: ImportRowView; isListed: boolean }) {
  const { t } = useTranslation();
  const facts = [
    t(isListed ? "imports.rows.place" : "imports.rows.line", { line: row.line }),
    ...(row.url ? [row.url] : []),
    ...(row.tags.length > 0 ? [row.tags.join(", ")] : []),
    ...(row.captionCount > 0 ? [t("imports.rows.captions", { count: row.captionCount })] : []),
    ...(row.chapterCount > 0 ? [t("imports.rows.chapters", { count: row.chapterCount })] : []),
  ];
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap={4} wrap="nowrap">
        <Text fw={600} miw={0} style={{ overflowWrap: "anywhere" }}>
          {row.video ? (
            <Anchor component={Link} to={`/player/${row.video}`} inherit>
              {row.title}
            </Anchor>
          ) : (
            row.title || t("imports.rows.noTitle")
          )}
        </Text>
        <StateBadge tone={ROW_STATE_TONES[row.state]}>{t(`imports.rows.states.${row.state}`)}</StateBadge>
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {facts.join(" · ")}
      </Text>
      {row.faults.map(({ path, reason }) => (
        <Text key={path} size="sm">
          <code>{path}</code> {reason}
        </Text>
      ))}
    </li>
  );
}
