import { Button, Group, Stack, Text } from "@mantine/core";
import { type ApiKeyView, MAX_API_KEYS, routes } from "@shoal/contract";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { ClosablePart } from "../../../components/ui/form/closable-part.tsx";
import { Pager } from "../../../components/ui/pager.tsx";
import { Panel } from "../../../components/ui/panel.tsx";
import { SearchField } from "../../../components/ui/search-field.tsx";
import { StateBadge } from "../../../components/ui/state-badge.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { useExistingPage } from "../../../components/ui/table/use-list-address.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { ApiKeyForm } from "./api-key-form.tsx";
import { ApiKeyLog } from "./api-key-log.tsx";
import { apiKeysKey, apiKeysQuery } from "./api-keys-query.ts";
import { openRotationForm } from "./rotate-api-key.tsx";

interface ApiKeysProps {
  clientUuid: string;
  isReadOnly: boolean;
}

/** Lists the keys, with a button to add one. */
export function ApiKeys({ clientUuid, isReadOnly }: ApiKeysProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" maw={1080}>
      <Panel title={t("apiKeys.title")} text={t("apiKeys.text")}>
        {/* The server returns the keys only to managers. */}
        {isReadOnly ? <Text>{t("apiKeys.managersOnly")}</Text> : <ApiKeyList clientUuid={clientUuid} />}
      </Panel>
    </Stack>
  );
}

const FIRST_PAGE = { page: 1, pageSize: 20, search: "" };

function ApiKeyList({ clientUuid }: { clientUuid: string }) {
  const { t } = useTranslation();
  const [place, setPlace] = useState(FIRST_PAGE);
  const [isAdding, setAdding] = useState(false);
  const list = useQuery(apiKeysQuery(clientUuid, place));
  useExistingPage(list, place, (change) => setPlace({ ...place, ...change }));
  const { data, error, refetch } = list;
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageSkeleton blocks={1} />;
  const { _embedded: keys, _size: size } = data;
  const isSearch = place.search !== "";
  const isFull = !isSearch && size >= MAX_API_KEYS;
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t("apiKeys.add")}
    </Button>
  );
  if (size === 0 && !isSearch && !isAdding)
    return (
      <EmptyState icon={<IconKey size={34} />} title={t("apiKeys.empty")} text={t("apiKeys.emptyHint")}>
        {add}
      </EmptyState>
    );
  return (
    <>
      {(size > 0 || isSearch) && (
        <Group justify="space-between">
          <SearchField
            search={place.search}
            onSearch={(search) => setPlace({ ...place, search, page: 1 })}
            label={t("apiKeys.search")}
            clearLabel={t("shared.clearSearch")}
          />
          {!isAdding && !isFull && add}
        </Group>
      )}
      {isFull && (
        <Text size="sm" c="dimmed">
          {t("apiKeys.full", { max: MAX_API_KEYS })}
        </Text>
      )}
      {isAdding && (
        <ClosablePart onClose={() => setAdding(false)}>
          <ApiKeyForm clientUuid={clientUuid} onClose={() => setAdding(false)} />
        </ClosablePart>
      )}
      {size === 0 && isSearch && <Text>{t("shared.nothingFound")}</Text>}
      {keys.map((key) => (
        <ApiKeyRow key={key.uuid} clientUuid={clientUuid} apiKey={key} />
      ))}
      {size > FIRST_PAGE.pageSize && (
        <Pager {...place} size={size} isPart onChange={(change) => setPlace({ ...place, ...change })} />
      )}
    </>
  );
}

interface ApiKeyRowProps {
  clientUuid: string;
  apiKey: ApiKeyView;
}

/** Shows a key and, on request, its calls. */
function ApiKeyRow(props: ApiKeyRowProps) {
  const [isLogOpen, setLogOpen] = useState(false);
  const { clientUuid, apiKey } = props;
  return (
    <Stack component="article" variant="sunken" gap="sm" aria-label={apiKey.description}>
      <ApiKeyHeader {...props} isLogOpen={isLogOpen} onLog={() => setLogOpen(!isLogOpen)} />
      {isLogOpen && <ApiKeyLog clientUuid={clientUuid} keyUuid={apiKey.uuid} />}
    </Stack>
  );
}

interface ApiKeyHeaderProps extends ApiKeyRowProps {
  isLogOpen: boolean;
  onLog: () => void;
}

function ApiKeyHeader({ clientUuid, apiKey, isLogOpen, onLog }: ApiKeyHeaderProps) {
  const { t } = useTranslation();
  const { uuid, description, type, expiresAt } = apiKey;
  const confirmRevoke = useConfirmRevoke(clientUuid, apiKey);
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <Group gap="8px 24px" align="flex-start" justify="space-between">
      <Stack gap={4} flex="1 1 260px" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {description}
          </Text>
          <StateBadge tone="plain">{t(`apiKeys.types.${type}`)}</StateBadge>
          {isExpired && <StateBadge tone="bad">{t("apiKeys.expired")}</StateBadge>}
        </Group>
        <Text size="sm" c="dimmed" ff="monospace">
          {`shoal_${uuid}_…`}
        </Text>
        <Text size="sm">{lastUseOf(apiKey, t)}</Text>
        <Text size="sm" c="dimmed">
          {factsOf(apiKey, t).join(" · ")}
        </Text>
      </Stack>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={t("apiKeys.log.of", { name: description })}
          aria-expanded={isLogOpen}
          onClick={onLog}
        >
          {t("apiKeys.log.title")}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t("apiKeys.rotateOf", { name: description })}
          onClick={() => openRotationForm({ clientUuid, apiKey })}
        >
          {t("apiKeys.rotate")}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t("apiKeys.revokeOf", { name: description })}
          onClick={confirmRevoke}
        >
          {t("apiKeys.revoke")}
        </Button>
      </Group>
    </Group>
  );
}

function lastUseOf({ lastUsedAt, lastUsedAddress, lastUsedCall }: ApiKeyView, t: TFunction): string {
  if (lastUsedAt === null) return t("apiKeys.neverUsed");
  const date = formatDateTime(lastUsedAt);
  return lastUsedAddress && lastUsedCall
    ? t("apiKeys.usedFrom", { date, address: lastUsedAddress, call: lastUsedCall })
    : t("apiKeys.usedOn", { date });
}

function factsOf(apiKey: ApiKeyView, t: TFunction): string[] {
  const { createdAt, createdBy, expiresAt, oldSecretUntil, addresses } = apiKey;
  const { videos, tag, config, inputQualities, maxSizeBytes, titlePrefix } = apiKey.fixedParameters;
  const fixed = [tag, config, inputQualities, maxSizeBytes, titlePrefix].filter((each) => each !== undefined);
  const date = formatDateTime(createdAt);
  return [
    createdBy ? t("apiKeys.createdBy", { date, name: createdBy }) : t("apiKeys.createdOn", { date }),
    ...(expiresAt ? [t("apiKeys.expiresOn", { date: formatDateTime(expiresAt) })] : []),
    ...(oldSecretUntil ? [t("apiKeys.oldSecret", { date: formatDateTime(oldSecretUntil) })] : []),
    ...(addresses.length > 0 ? [t("apiKeys.addressCount", { count: addresses.length })] : []),
    ...(fixed.length > 0 ? [t("apiKeys.fixedCount", { count: fixed.length })] : []),
    ...(videos.length > 0 ? [t("apiKeys.videos", { count: videos.length })] : []),
  ];
}

function useConfirmRevoke(clientUuid: string, { uuid, description: name }: ApiKeyView): () => void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return () =>
    askConfirmation({
      title: t("apiKeys.revokeTitle", { name }),
      text: t("apiKeys.revokeText"),
      confirm: t("apiKeys.revokeConfirm"),
      isDangerous: true,
      async run() {
        try {
          await call(routes.deleteApiKey, { params: { id: clientUuid, key: uuid } });
        } finally {
          // The list is reloaded even after an error, because another user may have revoked the key.
          await queries.invalidateQueries({ queryKey: apiKeysKey(clientUuid) });
        }
        notify.success({ message: t("apiKeys.revoked", { name }) });
      },
    });
}
