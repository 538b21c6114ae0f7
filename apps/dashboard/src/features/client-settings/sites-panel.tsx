import { Button, Group, Stack, Text } from "@mantine/core";
import { AppError, type ConfigSite, type ConfigView, MAX_CONFIG_SITES, routes } from "@shoal/contract";
import { IconMapPinPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { FactList } from "../../components/ui/fact-list.tsx";
import { ClosablePart } from "../../components/ui/form/closable-part.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { saveOverLatest } from "../../lib/edit-conflict.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { cacheConfig, loadConfig } from "./configs-query.ts";
import { SiteForm } from "./site-form.tsx";

interface PartProps {
  config: ConfigView;
  isReadOnly: boolean;
}

/** Edits the websites of a key, and its groups of viewers at the same location. */
export function SitesPanel({ config, isReadOnly }: PartProps) {
  const { t } = useTranslation();
  /** The sites being edited, in the state in which their forms were opened. */
  const [edited, setEdited] = useState<readonly ConfigSite[]>([]);
  const [isAdding, setAdding] = useState(false);
  const remove = useRemoveSite(config.uuid);
  const close = (uuid: string) => setEdited((open) => open.filter((site) => site.uuid !== uuid));
  const canAdd = !isReadOnly && !isAdding && config.sites.length < MAX_CONFIG_SITES;
  return (
    <Panel title={t("configs.sites")} text={t("configs.sitesText")}>
      {config.sites.length === 0 && !isAdding && <Text>{t("configs.everySite")}</Text>}
      {withEditedSites(config.sites, edited).map((site) => {
        const opened = edited.find(({ uuid }) => uuid === site.uuid);
        return opened ? (
          <ClosablePart key={site.uuid} onClose={() => close(site.uuid)}>
            <SiteForm config={config} site={opened} onClose={() => close(site.uuid)} />
          </ClosablePart>
        ) : (
          <SiteRow
            key={site.uuid}
            configUuid={config.uuid}
            site={site}
            isReadOnly={isReadOnly}
            onEdit={() => setEdited((open) => [...open, site])}
            onRemove={() => remove(site)}
          />
        );
      })}
      {isAdding && (
        <ClosablePart onClose={() => setAdding(false)}>
          <SiteForm config={config} onClose={() => setAdding(false)} />
        </ClosablePart>
      )}
      {canAdd && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconMapPinPlus size={16} />}
            onClick={() => setAdding(true)}
          >
            {t("configs.site.add")}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

/** Adds the sites that are being edited but were removed by another user, so that the entered values are kept. */
const withEditedSites = (sites: readonly ConfigSite[], edited: readonly ConfigSite[]): ConfigSite[] => [
  ...sites,
  ...edited.filter((open) => !sites.some(({ uuid }) => uuid === open.uuid)),
];

/**
 * Returns a function that removes a site in its displayed state.
 * @throws AppError "edit_conflict" if another user has changed the site, whose new state is then shown.
 */
function useRemoveSite(configUuid: string) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: configUuid };
  return async (shown: ConfigSite): Promise<void> => {
    const isShown = (site: ConfigSite) => JSON.stringify(site) === JSON.stringify(shown);
    const saved = await saveOverLatest(
      () => loadConfig(queries, configUuid),
      async ({ revision, sites }) => {
        const now = sites.find(({ uuid }) => uuid === shown.uuid);
        if (now && !isShown(now)) return undefined;
        const left = sites.filter((site) => site !== now);
        return call(routes.updateConfig, { params, body: { revision, sites: left } });
      },
    );
    if (!saved) throw new AppError("edit_conflict", "Someone else changed this site: fetch it again");
    await cacheConfig(queries, saved);
    notify.success({ message: t("configs.site.saved") });
  };
}

interface SiteRowProps {
  configUuid: string;
  site: ConfigSite;
  isReadOnly: boolean;
  onEdit: () => void;
  onRemove: () => Promise<void>;
}

function SiteRow({ configUuid, site, isReadOnly, onEdit, onRemove }: SiteRowProps) {
  const { t } = useTranslation();
  const lineOf = (entries: readonly string[]) => entries.join(", ") || t("shared.none");
  const confirmRemoval = () =>
    askConfirmation({
      title: t("configs.site.removeTitle", { name: site.name }),
      text: t("configs.site.removeText"),
      confirm: t("configs.site.remove"),
      isDangerous: true,
      run: onRemove,
    });
  return (
    <Group
      component="article"
      variant="sunken"
      gap="8px 24px"
      align="flex-start"
      justify="space-between"
      aria-label={site.name}
    >
      <Stack gap={4} flex="1 1 260px" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Text fw={600}>{site.name}</Text>
        <FactList
          facts={[
            ...(["websites", "publicIPs", "subnets"] as const).map(
              (list) => [t(`configs.site.${list}`), lineOf(site[list])] as const,
            ),
            [t("configs.site.exchange"), t(`configs.site.exchanges.${site.exchange}`)],
          ]}
        />
      </Stack>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`/config?config=${configUuid}&site=${site.uuid}`}
        >
          {t("configs.siteFigures.open")}
        </Button>
        {!isReadOnly && (
          <>
            <Button size="xs" variant="default" onClick={onEdit}>
              {t("configs.site.edit")}
            </Button>
            <Button size="xs" variant="default" onClick={confirmRemoval}>
              {t("configs.site.remove")}
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}
