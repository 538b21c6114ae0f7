import { Alert, Box, Button, Group, SimpleGrid, Skeleton, Text, Title, VisuallyHidden } from "@mantine/core";
import { type EdgeView, routes } from "@shoal/contract";
import { IconAlertTriangle, IconEyeOff, IconSearchOff } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState, ErrorState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { call } from "../../lib/session.ts";
import { EdgeCard } from "./edge-card.tsx";
import { sortEdges } from "./edge-texts.ts";
import { useRoomColumns } from "./room-columns.tsx";

/** Polling interval in ms while the page is visible. */
const REFETCH_INTERVAL_MS = 4_000;
const QUERY_KEY = "edges";

const ROOM_LIST: ListShape<never, never> = { sortFields: [], defaultSort: {}, filters: [] };
type RoomListState = ListState<never, never>;

const edgesQuery = queryOptions({
  queryKey: [QUERY_KEY],
  queryFn: ({ signal }) => call(routes.listEdges, {}, { signal }),
  refetchInterval: REFETCH_INTERVAL_MS,
});

/** Query for a page of watched videos. */
const roomsQuery = ({ page, pageSize: pagesize, search }: RoomListState) =>
  queryOptions({
    queryKey: [QUERY_KEY, "rooms", page, pagesize, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(routes.listWatchedRooms, { query: { page, pagesize, ...(search ? { search } : {}) } }, { signal }),
    refetchInterval: REFETCH_INTERVAL_MS,
  });

/** The number of edges that are shown until the user requests all. */
const INITIALLY_SHOWN_EDGES = 6;

/** Shows the state of the edges and the watched videos of all clients, and refreshes both automatically. */
export function EdgesPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(edgesQuery);
  const edges = data?._embedded;
  const viewers = edges?.reduce((sum, { report }) => sum + (report?.viewers ?? 0), 0);
  return (
    <>
      <AdminNav />
      <PageHeader
        title={t("edges.title")}
        {...(viewers === undefined ? {} : { note: t("edges.count", { count: viewers }) })}
      />
      {edges && error && <StaleNotice />}
      {edges ? <EdgeCards edges={sortEdges(edges)} /> : <NoEdges error={error} onRetry={refetch} />}
      <WatchedVideos />
    </>
  );
}

/** Informs the reader that the state shown is outdated. */
function StaleNotice() {
  const { t } = useTranslation();
  return (
    <Alert color="orange" icon={<IconAlertTriangle />} mb="md">
      {t("edges.stale")}
    </Alert>
  );
}

function NoEdges({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation();
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <SimpleGrid minColWidth="min(100%, 340px)" spacing="md">
      <VisuallyHidden role="status">{t("app.loading")}</VisuallyHidden>
      <Skeleton h={360} radius="lg" />
      <Skeleton h={360} radius="lg" />
    </SimpleGrid>
  );
}

function EdgeCards({ edges }: { edges: readonly EdgeView[] }) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? edges : edges.slice(0, INITIALLY_SHOWN_EDGES);
  return (
    <>
      <SimpleGrid minColWidth="min(100%, 340px)" spacing="md">
        {shown.map((edge) => (
          <EdgeCard key={edge.url} edge={edge} />
        ))}
      </SimpleGrid>
      {shown.length < edges.length && (
        <Button variant="default" mt="md" onClick={() => setWhole(true)}>
          {t("edges.all", { count: edges.length })}
        </Button>
      )}
    </>
  );
}

function WatchedVideos() {
  const { t } = useTranslation();
  const { state, change, list, search, table } = useListPage(ROOM_LIST, roomsQuery);
  const columns = useRoomColumns();
  const { edges = 0, silentEdges = 0 } = list.data ?? {};
  return (
    <Box component="section" mt="xl">
      <Group gap="12px 24px" justify="space-between" mb="md">
        <Title order={2} size="h3">
          {t("edges.roomsTitle")}
        </Title>
        <SearchField {...search} label={t("edges.search")} clearLabel={t("edges.clearSearch")} />
      </Group>
      {silentEdges > 0 && (
        <Text size="sm" mb="sm" c="var(--shoal-warning)">
          {t("edges.silent", { silent: silentEdges, count: edges })}
        </Text>
      )}
      <DataTable
        {...table}
        caption={t("edges.roomsTitle")}
        columns={columns}
        rowKey={({ client, videoUuid, name }) => `${client?.uuid} ${videoUuid ?? name}`}
        onSort={() => undefined}
        empty={<NoWatchedVideos search={state.search} onClear={() => change({ search: "" })} />}
      />
    </Box>
  );
}

function NoWatchedVideos({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useTranslation();
  if (!search)
    return (
      <EmptyState icon={<IconEyeOff size={34} />} title={t("edges.nobody")} text={t("edges.nobodyText")} />
    );
  return (
    <EmptyState icon={<IconSearchOff size={34} />} title={t("edges.notFound")}>
      <Button variant="default" onClick={onClear}>
        {t("edges.clearSearch")}
      </Button>
    </EmptyState>
  );
}
