import { Code, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { KEY_LOG_DAYS, type KeyLogEntry, STATUS_CLASSES, type StatusClass } from "@shoal/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MoreButton } from "../../../components/ui/more-button.tsx";
import { StateBadge, type StateTone } from "../../../components/ui/state-badge.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { exactDateOf } from "../../../lib/dates.ts";
import { keyCallsQuery } from "./api-keys-query.ts";

const STATUS_TONES: Record<string, StateTone> = { 2: "good", 3: "plain", 4: "warning", 5: "bad" };
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const SEARCH_DELAY_MS = 300;

interface ApiKeyLogProps {
  clientUuid: string;
  keyUuid: string;
}

/** Lists the calls of a key in the last days, newest first. */
export function ApiKeyLog({ clientUuid, keyUuid }: ApiKeyLogProps) {
  const { t } = useTranslation();
  const [status, setStatus] = useState<StatusClass>();
  const [typed, setTyped] = useState("");
  const [sought] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const isId = sought === "" || REQUEST_ID.test(sought);
  const query = useInfiniteQuery(
    keyCallsQuery(clientUuid, keyUuid, { status, requestId: isId && sought ? sought : undefined }),
  );
  const { data, error, refetch } = query;
  const rows = data?.pages.flatMap(({ _embedded }) => _embedded) ?? [];
  return (
    <Stack gap="sm">
      <Group align="flex-start">
        <NativeSelect
          size="xs"
          flex="1 1 160px"
          label={t("apiKeys.log.status")}
          value={status ?? ""}
          data={[
            { value: "", label: t("apiKeys.log.all") },
            ...STATUS_CLASSES.map((value) => ({ value, label: t(`apiKeys.log.statuses.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            setStatus(STATUS_CLASSES.find((each) => each === value))
          }
        />
        <TextInput
          size="xs"
          flex="3 1 260px"
          label={t("apiKeys.log.requestId")}
          description={t("apiKeys.log.requestIdHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          error={isId ? undefined : t("apiKeys.log.requestIdFault")}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </Group>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <PageSkeleton blocks={1} />}
      {data && rows.length === 0 && <Text size="sm">{t("apiKeys.log.empty", { count: KEY_LOG_DAYS })}</Text>}
      {rows.map((row) => (
        <CallRow key={row.id} row={row} />
      ))}
      <MoreButton query={query} label={t("apiKeys.log.more")} />
    </Stack>
  );
}

function CallRow({ row }: { row: KeyLogEntry }) {
  const { t } = useTranslation();
  const facts = [exactDateOf(row.at), t("apiKeys.log.ms", { count: row.durationMs }), row.address];
  return (
    <Stack gap={2} pt="xs" style={{ overflowWrap: "anywhere" }}>
      <Group justify="space-between" gap={4} wrap="nowrap" align="flex-start">
        <Code>{`${row.method} ${row.path}`}</Code>
        <StateBadge tone={STATUS_TONES[String(row.status)[0] ?? ""] ?? "plain"}>{row.status}</StateBadge>
      </Group>
      <Text size="sm" c="dimmed">
        {facts.join(" · ")}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {row.requestId}
      </Text>
    </Stack>
  );
}
