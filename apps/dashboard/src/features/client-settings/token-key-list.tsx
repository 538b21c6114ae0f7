import { Button, Group, Stack, Text } from "@mantine/core";
import { MAX_STREAMING_KEYS, routes, type StreamingKeyView } from "@shoal/contract";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { ClosablePart } from "../../components/ui/form/closable-part.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { TokenKeyForm } from "./token-key-form.tsx";
import { tokenKeysQuery } from "./token-keys-query.ts";

interface TokenKeyListProps {
  clientUuid: string;
  keys: readonly StreamingKeyView[];
}

/** Lists the keys, with a form to add one until the maximum is reached. */
export function TokenKeyList({ clientUuid, keys }: TokenKeyListProps) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const isFull = keys.length >= MAX_STREAMING_KEYS;
  return (
    <>
      {keys.length === 0 && !isAdding && <Text>{t("configs.tokens.empty")}</Text>}
      {keys.map((key) => (
        <TokenKeyRow key={key.uuid} clientUuid={clientUuid} tokenKey={key} />
      ))}
      {isAdding && (
        <ClosablePart onClose={() => setAdding(false)}>
          <TokenKeyForm clientUuid={clientUuid} onClose={() => setAdding(false)} />
        </ClosablePart>
      )}
      <Text size="sm" c="dimmed">
        {t(isFull ? "configs.tokens.full" : "configs.tokens.atMost", { max: MAX_STREAMING_KEYS })}
      </Text>
      {!isAdding && !isFull && (
        <Group>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {t("configs.tokens.add")}
          </Button>
        </Group>
      )}
    </>
  );
}

function TokenKeyRow({ clientUuid, tokenKey }: { clientUuid: string; tokenKey: StreamingKeyView }) {
  const { t } = useTranslation();
  const { uuid, name, createdAt } = tokenKey;
  const confirmDelete = useConfirmDelete(clientUuid, tokenKey);
  return (
    <Group
      component="article"
      variant="sunken"
      gap="8px 24px"
      align="flex-start"
      justify="space-between"
      aria-label={name}
    >
      <Stack gap={4} flex="1 1 260px" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t("configs.createdOn", { date: formatDateTime(createdAt) })}
        </Text>
        <CopyField label={t("configs.tokens.id")} value={uuid} copied={t("configs.tokens.idCopied")} />
      </Stack>
      <Button size="xs" variant="default" onClick={confirmDelete}>
        {t("configs.delete")}
      </Button>
    </Group>
  );
}

function useConfirmDelete(clientUuid: string, { uuid, name }: StreamingKeyView): () => void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return () =>
    askConfirmation({
      title: t("configs.tokens.deleteTitle", { name }),
      text: t("configs.tokens.deleteText"),
      confirm: t("configs.tokens.delete"),
      isDangerous: true,
      async run() {
        try {
          await call(routes.deleteStreamingKey, { params: { id: clientUuid, key: uuid } });
        } finally {
          // The list is reloaded even after an error, because another user may already have made the change.
          await queries.invalidateQueries(tokenKeysQuery(clientUuid));
        }
        notify.success({ message: t("configs.deleted", { name }) });
      },
    });
}
