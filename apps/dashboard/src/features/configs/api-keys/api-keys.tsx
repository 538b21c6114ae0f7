import { Button, Group, Stack, Text } from "@mantine/core";
import { API_KEYS_MAX_COUNT, type ApiKeyView, routes } from "@shoal/contract";
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../../components/ui/copy-field.tsx";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { Panel } from "../../../components/ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { dateOf } from "../../../lib/dates.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { ApiKeyForm } from "./api-key-form.tsx";
import { apiKeysQuery } from "./api-keys-query.ts";

interface ApiKeysProps {
  clientUuid: string;
  isReadOnly: boolean;
}

/** The keys there are, and what adds one. */
export function ApiKeys({ clientUuid, isReadOnly }: ApiKeysProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" maw={1080}>
      <Panel title={t("apiKeys.title")} text={t("apiKeys.text")}>
        {/* The server tells nobody else which keys there are. */}
        {isReadOnly ? <Text>{t("apiKeys.managersOnly")}</Text> : <Keys clientUuid={clientUuid} />}
      </Panel>
    </Stack>
  );
}

function Keys({ clientUuid }: { clientUuid: string }) {
  const { data, error, refetch } = useQuery(apiKeysQuery(clientUuid));
  if (data) return <KeyList clientUuid={clientUuid} keys={data._embedded} />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return <PageSkeleton blocks={1} />;
}

function KeyList({ clientUuid, keys }: { clientUuid: string; keys: readonly ApiKeyView[] }) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const isFull = keys.length >= API_KEYS_MAX_COUNT;
  return (
    <>
      {keys.length === 0 && !isAdding && <Text>{t("apiKeys.empty")}</Text>}
      {keys.map((key) => (
        <KeyRow key={key.uuid} clientUuid={clientUuid} apiKey={key} />
      ))}
      {isAdding && <ApiKeyForm clientUuid={clientUuid} onClose={() => setAdding(false)} />}
      {isFull && (
        <Text size="sm" c="dimmed">
          {t("apiKeys.full", { max: API_KEYS_MAX_COUNT })}
        </Text>
      )}
      {!isAdding && !isFull && (
        <Group>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {t("apiKeys.add")}
          </Button>
        </Group>
      )}
    </>
  );
}

function KeyRow({ clientUuid, apiKey }: { clientUuid: string; apiKey: ApiKeyView }) {
  const { t } = useTranslation();
  const { uuid, description, type, createdAt, lastUsedAt, fixedParameters } = apiKey;
  const askDelete = useAskDelete(clientUuid, apiKey);
  const { length: count } = fixedParameters.videos;
  const facts = [
    t(`apiKeys.types.${type}`),
    ...(count > 0 ? [t("apiKeys.videos", { count })] : []),
    t("apiKeys.createdOn", { date: dateOf(createdAt) }),
    lastUsedAt === null ? t("apiKeys.neverUsed") : t("apiKeys.usedOn", { date: dateOf(lastUsedAt) }),
  ];
  return (
    <Group
      component="article"
      variant="sunken"
      gap="8px 24px"
      align="flex-start"
      justify="space-between"
      aria-label={description}
    >
      <Stack gap={4} flex="1 1 260px" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {description}
        </Text>
        <Text size="sm" c="dimmed">
          {facts.join(" · ")}
        </Text>
        <CopyField label={t("apiKeys.user")} value={uuid} copied={t("apiKeys.userCopied")} />
      </Stack>
      <Button
        size="xs"
        variant="default"
        aria-label={t("apiKeys.deleteOf", { name: description })}
        onClick={askDelete}
      >
        {t("apiKeys.delete")}
      </Button>
    </Group>
  );
}

function useAskDelete(clientUuid: string, { uuid, description: name }: ApiKeyView): () => void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return () =>
    askConfirmation({
      title: t("apiKeys.deleteTitle", { name }),
      text: t("apiKeys.deleteText"),
      confirm: t("apiKeys.deleteConfirm"),
      isDangerous: true,
      async run() {
        try {
          await call(routes.deleteApiKey, { params: { id: clientUuid, key: uuid } });
        } finally {
          // Also where somebody else was faster.
          await queries.invalidateQueries(apiKeysQuery(clientUuid));
        }
        notify.success({ message: t("apiKeys.deleted", { name }) });
      },
    });
}
