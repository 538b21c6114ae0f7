import { Button, Group } from "@mantine/core";
import { AppError, type ConfigView } from "@shoal/contract";
import { IconAdjustmentsOff, IconCopyPlus, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyRulesWindow } from "../../components/delivery-rules/lazy-rules-window.tsx";
import { RuleSummary } from "../../components/delivery-rules/rule-summary.tsx";
import { BackLink } from "../../components/ui/back-link.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { NoRights } from "../../components/ui/read-only.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { formatDay } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { useCan } from "../../lib/user.ts";
import { ConfigBadge } from "./config-badge.tsx";
import { configQuery } from "./configs-query.ts";
import { KeyPanel } from "./key-panel.tsx";
import { useOpenNewConfig, useOpenRename } from "./name-dialog.tsx";
import { SitesPanel } from "./sites-panel.tsx";
import { useConfigActions } from "./use-config-actions.ts";

/** Shows one config: its key, rules and sites. */
export function ConfigDetails({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const config = useQuery(configQuery(uuid));
  const isGone =
    config.error instanceof AppError && ["config_not_found", "bad_request"].includes(config.error.code);
  return (
    <>
      <BackLink to="/config">{t("configs.back")}</BackLink>
      {config.data && !isGone && <ConfigContent config={config.data} />}
      {isGone && (
        <EmptyState
          icon={<IconAdjustmentsOff size={34} />}
          title={errorText(new AppError("config_not_found"))}
        />
      )}
      {!config.data && !isGone && config.error && (
        <ErrorState error={config.error} onRetry={config.refetch} />
      )}
      {config.isPending && <PageSkeleton />}
    </>
  );
}

function ConfigContent({ config }: { config: ConfigView }) {
  const { t } = useTranslation();
  const isReadOnly = !useCan("manager");
  return (
    <>
      <PageHeader title={config.name} note={t("configs.createdOn", { date: formatDay(config.createdAt) })}>
        <ConfigBadge config={config} />
        {isReadOnly ? <NoRights hint={t("configs.managersOnly")} /> : <ConfigActions config={config} />}
      </PageHeader>
      <Group gap="lg" align="stretch" style={{ flexDirection: "column" }} maw={1080}>
        <KeyPanel config={config} isReadOnly={isReadOnly} />
        <RulesPanel config={config} isReadOnly={isReadOnly} />
        <SitesPanel config={config} isReadOnly={isReadOnly} />
      </Group>
    </>
  );
}

function ConfigActions({ config }: { config: ConfigView }) {
  const { t } = useTranslation();
  const openNew = useOpenNewConfig();
  const openRename = useOpenRename();
  const { confirmDelete } = useConfigActions(config);
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => openRename(config)}>
        {t("configs.rename")}
      </Button>
      <Button variant="default" leftSection={<IconCopyPlus size={16} />} onClick={() => openNew(config)}>
        {t("configs.copy")}
      </Button>
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={confirmDelete}>
        {t("configs.delete")}
      </Button>
    </Group>
  );
}

function RulesPanel({ config: { uuid, name }, isReadOnly }: { config: ConfigView; isReadOnly: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const subject = { kind: "config", uuid, name } as const;
  return (
    <Panel title={t("configs.rules")} text={t("configs.rulesText")}>
      <RuleSummary subject={subject} />
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t(isReadOnly ? "deliveryRules.summary.look" : "deliveryRules.summary.change")}
        </Button>
      </Group>
      {isOpen && <LazyRulesWindow subject={subject} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
