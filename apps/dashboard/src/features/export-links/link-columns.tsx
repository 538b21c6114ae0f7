import { Anchor, Box, Text } from "@mantine/core";
import type { ExportLinkView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { Thumbnail } from "../../components/video/thumbnail.tsx";
import { formatDateTime, formatDay } from "../../lib/dates.ts";
import classes from "./export-links-page.module.css";
import { LinkActions } from "./link-actions.tsx";
import { LinkState } from "./link-state.tsx";
import type { LinkSortField } from "./links-query.ts";

/** Returns the columns of the list of links. */
export function useLinkColumns(
  onOpen: (link: ExportLinkView) => void,
): Column<ExportLinkView, LinkSortField>[] {
  const { t } = useTranslation();
  return [
    {
      key: "name",
      title: t("exportLinks.name"),
      sortBy: "name",
      cell: (link) => <NameCell link={link} onOpen={() => onOpen(link)} />,
    },
    {
      key: "video",
      title: t("exportLinks.video"),
      sortBy: "video",
      cell: ({ video }) => <VideoCell video={video} />,
    },
    { key: "state", title: t("exportLinks.state"), cell: (link) => <LinkState link={link} /> },
    { key: "sites", title: t("exportLinks.sites"), cell: ({ sites }) => <SitesCell sites={sites} /> },
    {
      key: "endsAt",
      title: t("exportLinks.endsAt"),
      sortBy: "endsAt",
      cell: ({ endsAt }) => (endsAt ? formatDateTime(endsAt) : t("exportLinks.noEnd")),
    },
    {
      key: "views",
      title: t("exportLinks.views"),
      sortBy: "views",
      firstDirection: -1,
      isEndAligned: true,
      cell: ({ views }) => views,
    },
    {
      key: "lastViewAt",
      title: t("exportLinks.lastViewAt"),
      sortBy: "lastViewAt",
      firstDirection: -1,
      cell: ({ lastViewAt }) => (lastViewAt ? formatDateTime(lastViewAt) : t("exportLinks.never")),
    },
    {
      key: "createdAt",
      title: t("exportLinks.createdAt"),
      sortBy: "createdAt",
      firstDirection: -1,
      cell: ({ createdAt }) => (
        <Box
          dateTime={createdAt}
          title={formatDateTime(createdAt)}
          component="time"
          style={{ whiteSpace: "nowrap" }}
        >
          {formatDay(createdAt)}
        </Box>
      ),
    },
    {
      key: "actions",
      title: t("exportLinks.actions"),
      isTitleHidden: true,
      isEndAligned: true,
      cell: (link) => <LinkActions link={link} onOpen={() => onOpen(link)} />,
    },
  ];
}

function NameCell({ link, onOpen }: { link: ExportLinkView; onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.name}>
      <Anchor component="button" type="button" size="sm" fw={600} ta="start" onClick={onOpen}>
        {link.name}
      </Anchor>
      {link.user && (
        <Text span size="xs" c="dimmed">
          {t("exportLinks.createdBy", { user: link.user })}
        </Text>
      )}
    </div>
  );
}

function VideoCell({ video }: { video: ExportLinkView["video"] }) {
  const { uuid, title, thumbnail, duration, isTrashed } = video;
  return (
    <div className={classes.video}>
      <Box flex="none" w={84}>
        <Thumbnail video={{ manifest: { thumbnail, hls: null, dash: null }, duration }} />
      </Box>
      {isTrashed ? (
        <Text size="sm">{title}</Text>
      ) : (
        <Anchor component={Link} to={`/player/${uuid}`} size="sm" c="inherit">
          {title}
        </Anchor>
      )}
    </div>
  );
}

function SitesCell({ sites }: { sites: string[] }) {
  const { t } = useTranslation();
  const [first, ...others] = sites;
  if (!first) return <Text size="sm">{t("exportLinks.everySite")}</Text>;
  return (
    <div className={classes.sites} title={sites.join(", ")}>
      {first}
      {others.length > 0 && (
        <Text span size="xs" c="dimmed">
          {t("exportLinks.sitesMore", { count: others.length })}
        </Text>
      )}
    </div>
  );
}
