import { Button, Group, Stack, Text } from "@mantine/core";
import { type IceSet, routes } from "@shoal/contract";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callInClient } from "../../lib/call-in-client.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { UnsavedContext } from "../ui/form/unsaved.ts";
import { useConfirmedClose } from "../ui/form/use-confirmed-close.ts";
import { Panel } from "../ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../ui/states.tsx";
import { iceSetsQuery } from "./ice-query.ts";
import { IceSetForm, NewIceSetForm } from "./ice-set-form.tsx";

const PLATFORM_SET = "default";

/** Lists the STUN and TURN server sets of a client, one of which is in use. */
export function IceSets({ clientUuid, isReadOnly = false }: { clientUuid: string; isReadOnly?: boolean }) {
  const { t } = useTranslation();
  const sets = useQuery(iceSetsQuery(clientUuid));
  /** Id of the set being edited; "new" while one is being added. */
  const [edited, setEdited] = useState<string>();
  const close = () => setEdited(undefined);
  const { note, confirmDiscard } = useConfirmedClose(close);
  const handleCancel = () => confirmDiscard(close);
  return (
    <Panel title={t("clients.ices.title")} text={t("clients.ices.text")}>
      {!sets.data && sets.error && <ErrorState error={sets.error} onRetry={sets.refetch} />}
      {!sets.data && !sets.error && <PageSkeleton blocks={1} />}
      {sets.data?.map((set) =>
        set.uuid === edited ? (
          <UnsavedContext key={set.uuid} value={note}>
            <IceSetForm clientUuid={clientUuid} set={set} onSaved={close} onCancel={handleCancel} />
          </UnsavedContext>
        ) : (
          <IceSetRow
            key={set.uuid}
            clientUuid={clientUuid}
            set={set}
            isReadOnly={isReadOnly}
            onEdit={() => confirmDiscard(() => setEdited(set.uuid))}
          />
        ),
      )}
      {edited === "new" && (
        <UnsavedContext value={note}>
          <NewIceSetForm clientUuid={clientUuid} onSaved={close} onCancel={handleCancel} />
        </UnsavedContext>
      )}
      {edited !== "new" && !isReadOnly && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => confirmDiscard(() => setEdited("new"))}
          >
            {t("clients.ices.add")}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

interface IceSetRowProps {
  clientUuid: string;
  set: IceSet;
  isReadOnly: boolean;
  onEdit: () => void;
}

function IceSetRow({ clientUuid, set, isReadOnly, onEdit }: IceSetRowProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isPlatform = set.uuid === PLATFORM_SET;
  const name = isPlatform ? t("clients.ices.platform") : set.name;
  const enforce = useMutation({
    mutationFn: () =>
      callInClient(clientUuid)(routes.changeIce, {
        params: { id: clientUuid },
        body: { uuid: set.uuid, isInForce: true },
      }),
    onSuccess: () => queries.invalidateQueries(iceSetsQuery(clientUuid)),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  const urls = set.iceServers.flatMap((server) => server.urls);
  return (
    <Group component="article" variant="sunken" gap="12px 24px" justify="space-between" aria-label={name}>
      <Stack gap={4} flex="1 1 260px" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {set.isInForce && (
            <Text span c="var(--shoal-good)" fz="sm" fw={600}>
              {t("clients.ices.inForce")}
            </Text>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {urls.length > 0 ? urls.join(", ") : t("clients.ices.noServer")}
        </Text>
      </Stack>
      <Group gap="xs">
        {!set.isInForce && !isReadOnly && (
          <Button size="xs" variant="default" loading={enforce.isPending} onClick={() => enforce.mutate()}>
            {t("clients.ices.enforce")}
          </Button>
        )}
        {!isPlatform && !isReadOnly && (
          <Button size="xs" variant="default" onClick={onEdit}>
            {t("clients.edit")}
          </Button>
        )}
      </Group>
    </Group>
  );
}
