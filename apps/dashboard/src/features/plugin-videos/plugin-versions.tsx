import { Alert, Anchor, Text } from "@mantine/core";
import { LEAST_PLUGIN_VERSIONS } from "@shoal/domain";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { numberText } from "../../lib/figures.ts";
import { pluginVersionsQuery } from "./plugin-queries.ts";

/** The maximum number of old plugin versions that the notice names. Further versions are only counted. */
const MAX_NAMED_VERSIONS = 5;

/** Shows how many recent sessions used a plugin version that is too old for some of the displayed figures. */
export function PluginVersions() {
  const { t, i18n } = useTranslation();
  const countText = (count: number) => numberText(count, i18n.language);
  const { data } = useQuery(pluginVersionsQuery);
  const least = LEAST_PLUGIN_VERSIONS.at(-1);
  if (!data || data.sessions === 0) return null;
  const { sessions, outdatedSessions, versions } = data;
  if (outdatedSessions === 0)
    return (
      <Text size="sm" c="dimmed" mb="sm">
        {t("pluginVideos.current", { count: sessions, formatted: countText(sessions), least })}
      </Text>
    );
  const named = versions
    .filter(({ missed }) => missed !== null)
    .slice(0, MAX_NAMED_VERSIONS)
    .map(({ version, sessions: count }) => `${version} (${countText(count)})`);
  return (
    <Alert color="orange" icon={<IconInfoCircle />} role="note" mb="sm">
      {t("pluginVideos.outdated", {
        outdated: countText(outdatedSessions),
        sessions: countText(sessions),
        least,
        versions: named.join(", "),
      })}{" "}
      <Anchor component={Link} to="/doc/start/versions" size="sm" c="inherit" underline="always">
        {t("pluginVideos.howToUpdate")}
      </Anchor>
    </Alert>
  );
}
