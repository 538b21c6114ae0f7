import { Anchor, Button, NativeSelect, Text } from "@mantine/core";
import { PROJECT_SCOPES, PROJECT_STATUSES, type ProjectSummary } from "@shoal/contract";
import { nameInLanguage } from "@shoal/domain";
import { IconPlus, IconSearchOff, IconUsers, IconUsersGroup } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { openTeamsDialog } from "../../components/teams/open-teams.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { StateBadge } from "../../components/ui/state-badge.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { type Column, DataTable } from "../../components/ui/table/data-table.tsx";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { windows } from "../../components/ui/windows/windows.ts";
import { Thumbnail } from "../../components/video/thumbnail.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import classes from "./projects.module.css";
import { PROJECT_LIST, type ProjectSortField, projectListQuery } from "./projects-query.ts";

/** Lists the reader's projects (§2, /vireed). */
export function ProjectsPage() {
  const { t } = useTranslation();
  const { state, change, size, search, table } = useListPage(PROJECT_LIST, projectListQuery);
  const columns = useProjectColumns();
  const isNarrowed = state.search !== "" || state.filters.show !== "";
  return (
    <>
      <PageHeader
        title={t("projects.title")}
        note={size === undefined ? "" : t("projects.count", { count: size })}
      >
        <SearchField {...search} label={t("projects.search")} clearLabel={t("projects.clearSearch")} />
        <NativeSelect
          aria-label={t("projects.show")}
          value={state.filters.show}
          data={[
            { value: "", label: t("projects.shows.all") },
            ...PROJECT_SCOPES.map((value) => ({ value, label: t(`projects.shows.${value}`) })),
            ...PROJECT_STATUSES.map((value) => ({ value, label: t(`projects.statuses.${value}`) })),
          ]}
          onChange={(event) => change({ filters: { show: event.currentTarget.value } })}
        />
        <Button variant="default" leftSection={<IconUsersGroup size={17} />} onClick={openTeamsDialog}>
          {t("projects.manageTeams")}
        </Button>
        <NewButton />
      </PageHeader>
      <DataTable
        {...table}
        caption={t("projects.title")}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        empty={
          isNarrowed ? (
            <EmptyState
              icon={<IconSearchOff size={34} />}
              title={t("projects.nothingFound")}
              text={t("projects.nothingFoundHint")}
            >
              <Button variant="default" onClick={() => change({ search: "", filters: { show: "" } })}>
                {t("projects.showAll")}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              icon={<IconUsers size={34} />}
              title={t("projects.empty")}
              text={t("projects.emptyHint")}
            >
              <NewButton />
            </EmptyState>
          )
        }
      />
    </>
  );
}

function NewButton() {
  const { t } = useTranslation();
  return (
    <Button leftSection={<IconPlus size={17} />} onClick={() => windows.open("newProject")}>
      {t("projects.new")}
    </Button>
  );
}

function useProjectColumns(): Column<ProjectSummary, ProjectSortField>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      key: "name",
      title: t("projects.name"),
      sortBy: "name",
      cell: (project) => <NameCell project={project} />,
    },
    {
      key: "status",
      title: t("projects.status"),
      sortBy: "status",
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: "versions",
      title: t("projects.versions"),
      sortBy: "versionCount",
      firstDirection: -1,
      isEndAligned: true,
      cell: ({ versionCount }) => versionCount,
    },
    {
      key: "openComments",
      title: t("projects.openComments"),
      isEndAligned: true,
      cell: ({ openCommentCount }) => openCommentCount,
    },
    {
      key: "owner",
      title: t("projects.owner"),
      sortBy: "owner",
      cell: ({ owner }) => nameInLanguage(owner, i18n.language),
    },
    { key: "role", title: t("projects.role"), cell: ({ role }) => t(`projects.roles.${role}`) },
    {
      key: "lastActivityAt",
      title: t("projects.lastActivity"),
      sortBy: "lastActivityAt",
      firstDirection: -1,
      cell: ({ lastActivityAt }) => formatDateTime(lastActivityAt),
    },
  ];
}

function NameCell({ project }: { project: ProjectSummary }) {
  const { uuid, name, description, thumbnail, currentVersion } = project;
  return (
    <div className={classes.name}>
      <div className={classes.picture}>
        <Thumbnail video={{ manifest: { thumbnail, hls: null, dash: null }, duration: null }} />
      </div>
      <div>
        <Anchor component={Link} to={`/vireed/${uuid}/${currentVersion}`} fw={600} className={classes.words}>
          {name}
        </Anchor>
        {description && (
          <Text size="xs" c="dimmed" lineClamp={2} className={classes.words}>
            {description}
          </Text>
        )}
      </div>
    </div>
  );
}

const PROJECT_STATE_TONES = {
  open: "plain",
  inReview: "warning",
  approved: "good",
  approvedWithNotes: "good",
  changesWanted: "bad",
  archived: "plain",
} as const;

export function StatusBadge({ status }: Pick<ProjectSummary, "status">) {
  const { t } = useTranslation();
  return <StateBadge tone={PROJECT_STATE_TONES[status]}>{t(`projects.statuses.${status}`)}</StateBadge>;
}
