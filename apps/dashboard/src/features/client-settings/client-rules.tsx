import { Button, Group, Select, Stack, Switch, Text } from "@mantine/core";
import { type ClientRulesView, routes } from "@shoal/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyRulesWindow } from "../../components/delivery-rules/lazy-rules-window.tsx";
import { RuleSummary } from "../../components/delivery-rules/rule-summary.tsx";
import { RULES_KEY } from "../../components/delivery-rules/rules-query.ts";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { listZones } from "../../lib/dates.ts";
import { saveOverLatest } from "../../lib/edit-conflict.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useMe } from "../../lib/user.ts";

interface ClientRulesProps {
  clientUuid: string;
  isReadOnly: boolean;
}

/** Edits the defaults for all videos of a client, and its time zone. */
export function ClientRules({ clientUuid, isReadOnly }: ClientRulesProps) {
  const { t } = useTranslation();
  const name = useMe()?.client_infos[0]?.clientname ?? "";
  const [isOpen, setOpen] = useState(false);
  const subject = { kind: "client", uuid: clientUuid, name } as const;
  return (
    <Stack gap="lg" maw={1080}>
      <Panel title={t("configs.tabs.rules")} text={t("configs.clientRulesText")}>
        <RuleSummary subject={subject} />
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t(isReadOnly ? "deliveryRules.summary.look" : "deliveryRules.summary.change")}
          </Button>
        </Group>
        {isOpen && <LazyRulesWindow subject={subject} onClose={() => setOpen(false)} />}
      </Panel>
      <Panel title={t("configs.timeZone")} text={t("configs.timeZoneText")}>
        <TimeZoneField clientUuid={clientUuid} isReadOnly={isReadOnly} />
      </Panel>
      <Panel title={t("configs.searchEngines.title")} text={t("configs.searchEngines.text")}>
        <SearchEngineField clientUuid={clientUuid} isReadOnly={isReadOnly} />
      </Panel>
    </Stack>
  );
}

/** Returns the rules of a client, and a function that saves a single setting without overwriting changes by others. */
function useClientRules(clientUuid: string, saved: string) {
  const queries = useQueryClient();
  const params = { id: clientUuid };
  const read = () => call(routes.getClientRules, { params });
  const rules = useQuery({ queryKey: [RULES_KEY, "own", clientUuid], queryFn: read });
  const change = useMutation({
    mutationFn: (to: { timeZone?: string; isIndexed?: boolean }): Promise<ClientRulesView> =>
      saveOverLatest(read, ({ revision }) =>
        call(routes.updateClientRules, { params, body: { revision, ...to } }),
      ),
    onSuccess() {
      notify.success({ message: saved });
      return queries.invalidateQueries({ queryKey: [RULES_KEY] });
    },
  });
  return { rules, change };
}

function TimeZoneField({ clientUuid, isReadOnly }: ClientRulesProps) {
  const { t } = useTranslation();
  const { rules, change } = useClientRules(clientUuid, t("configs.timeZoneSaved"));
  if (!rules.data && rules.error) return <ErrorState error={rules.error} onRetry={rules.refetch} />;
  if (!rules.data) return <PageSkeleton blocks={0} />;
  const { timeZone } = rules.data;
  if (isReadOnly) return <Text>{timeZone}</Text>;
  return (
    <>
      <FormFault fault={change.error ? errorText(change.error) : undefined} />
      <Select
        aria-label={t("configs.timeZone")}
        maw={360}
        searchable
        allowDeselect={false}
        limit={100}
        disabled={change.isPending}
        data={[...new Set([timeZone, ...listZones()])]}
        value={(change.isPending ? change.variables.timeZone : undefined) ?? timeZone}
        onChange={(zone) => zone && change.mutate({ timeZone: zone })}
      />
    </>
  );
}

/** Edits whether search engines may list the client's public videos, and shows the sitemap to submit. */
function SearchEngineField({ clientUuid, isReadOnly }: ClientRulesProps) {
  const { t } = useTranslation();
  const { rules, change } = useClientRules(clientUuid, t("configs.searchEngines.saved"));
  if (!rules.data && rules.error) return <ErrorState error={rules.error} onRetry={rules.refetch} />;
  if (!rules.data) return <PageSkeleton blocks={0} />;
  const { isIndexed, sitemapUrl } = rules.data;
  return (
    <>
      <FormFault fault={change.error ? errorText(change.error) : undefined} />
      {isReadOnly && !isIndexed && <Text>{t("configs.searchEngines.off")}</Text>}
      {!isReadOnly && (
        <Switch
          label={t("configs.searchEngines.label")}
          description={t("configs.searchEngines.hint")}
          disabled={change.isPending}
          checked={(change.isPending ? change.variables.isIndexed : undefined) ?? isIndexed}
          onChange={({ currentTarget: { checked } }) => change.mutate({ isIndexed: checked })}
        />
      )}
      {isIndexed && (
        <CopyField
          label={t("configs.searchEngines.sitemap")}
          value={sitemapUrl}
          copied={t("configs.searchEngines.copied")}
        />
      )}
    </>
  );
}
