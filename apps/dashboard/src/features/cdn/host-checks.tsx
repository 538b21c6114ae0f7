import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { CDN_PROOF_LABEL, type CdnEntryView, type CdnHostCheck, routes } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FactList } from "../../components/ui/fact-list.tsx";
import { StateBadge } from "../../components/ui/state-badge.tsx";
import { errorText } from "../../lib/error-text.ts";
import { CDN_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";

/** Lists the host names of an entry with the DNS records that they need, and whether these records exist. */
export function HostChecks({ entry, isReadOnly }: { entry: CdnEntryView; isReadOnly: boolean }) {
  return entry.hosts.map(({ host, checkedAt }) => (
    <HostCheck key={host} entry={entry} host={host} isServed={checkedAt !== null} isReadOnly={isReadOnly} />
  ));
}

interface HostCheckProps {
  entry: CdnEntryView;
  host: string;
  isServed: boolean;
  isReadOnly: boolean;
}

function HostCheck({ entry, host, isServed, isReadOnly }: HostCheckProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => call(routes.checkCdnHost, { params: { id: entry.uuid }, body: { host } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [CDN_KEY] }),
  });
  return (
    <Stack gap="xs" variant="sunken">
      <Group justify="space-between" gap="xs">
        <Group gap="xs" style={{ overflowWrap: "anywhere" }}>
          <Text span fw={600} size="sm">
            {host}
          </Text>
          <StateBadge tone={isServed ? "good" : "warning"}>
            {t(isServed ? "cdn.host.served" : "cdn.host.waiting")}
          </StateBadge>
        </Group>
        {!isReadOnly && (
          <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            {t("cdn.host.check")}
          </Button>
        )}
      </Group>
      {!isServed && (
        <>
          <Text size="sm" c="dimmed">
            {t("cdn.host.records")}
          </Text>
          <FactList
            facts={[
              [`CNAME ${host}`, <Code key="alias">{entry.cnameTarget}</Code>],
              [`TXT ${CDN_PROOF_LABEL}.${host}`, <Code key="proof">{entry.key}</Code>],
            ]}
          />
        </>
      )}
      <div role="status">
        {check.data && <CheckResult check={check.data} />}
        {check.error && (
          <Alert color="red" title={t("cdn.host.failed")}>
            {errorText(check.error)}
          </Alert>
        )}
      </div>
    </Stack>
  );
}

function CheckResult({ check: { isServed, alias, proof } }: { check: CdnHostCheck }) {
  const { t } = useTranslation();
  if (isServed) return <Alert color="green">{t("cdn.host.right")}</Alert>;
  const listTargets = (found: readonly string[]) =>
    found.length > 0 ? found.join(", ") : t("cdn.host.nothing");
  return (
    <Alert color="orange" title={t("cdn.host.wrong")}>
      {!alias.isRight && <div>{t("cdn.host.aliasFound", { found: listTargets(alias.found) })}</div>}
      {!proof.isRight && <div>{t("cdn.host.proofFound", { found: listTargets(proof.found) })}</div>}
    </Alert>
  );
}
