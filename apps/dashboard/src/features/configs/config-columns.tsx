import { Anchor, Text } from "@mantine/core";
import type { ConfigView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { dayOf } from "../../lib/dates.ts";
import { ConfigBadge } from "./config-badge.tsx";
import classes from "./configs.module.css";

/** The columns of the list of configs. */
export function useConfigColumns(): Column<ConfigView, "name">[] {
  const { t } = useTranslation();
  return [
    { key: "name", title: t("configs.name"), cell: (config) => <Name config={config} /> },
    {
      key: "key",
      title: t("configs.key"),
      cell: ({ key }) => <code className={classes.key}>{key}</code>,
    },
    {
      key: "rules",
      title: t("configs.rules"),
      cell: ({ rules }) => t("configs.ruleCount", { count: Object.keys(rules).length }),
    },
    {
      key: "sites",
      title: t("configs.sites"),
      cell: ({ sites }) =>
        sites.length === 0 ? (
          <Text c="dimmed" size="sm">
            {t("configs.everySite")}
          </Text>
        ) : (
          t("configs.siteCount", { count: sites.length })
        ),
    },
    {
      key: "createdAt",
      title: t("configs.createdAt"),
      isEndAligned: true,
      cell: ({ createdAt }) => dayOf(createdAt),
    },
  ];
}

function Name({ config }: { config: ConfigView }) {
  return (
    <span className={classes.name}>
      <Anchor
        component={Link}
        to={`/config?config=${config.uuid}`}
        fw={600}
        style={{ overflowWrap: "anywhere" }}
      >
        {config.name}
      </Anchor>
      <ConfigBadge config={config} />
    </span>
  );
}
