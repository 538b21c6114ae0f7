import { routes } from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { RenewKeyButton } from "../../../components/live/renew-key-button.tsx";
import { StreamKeyField } from "../../../components/live/stream-key-field.tsx";
import { Panel } from "../../../components/ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { callIn } from "../../../lib/call-in-client.ts";
import { streamKeysQuery } from "./delivery-query.ts";

/** The stream keys of a client: its own, which is renewed here, and those of its lives. */
export function StreamKeys({ clientUuid }: { clientUuid: string }) {
  const { t } = useTranslation();
  const keys = useQuery(streamKeysQuery(clientUuid));
  return (
    <Panel title={t("clients.keys.title")} text={t("clients.keys.text")}>
      {keys.data?.map(({ uuid, title, streamKey }) => (
        <StreamKeyField key={uuid ?? "client"} label={title ?? t("clients.keys.own")} value={streamKey}>
          {uuid === null && <RenewOwnKey clientUuid={clientUuid} />}
        </StreamKeyField>
      ))}
      {!keys.data && keys.error && <ErrorState error={keys.error} onRetry={keys.refetch} />}
      {!keys.data && !keys.error && <PageSkeleton blocks={0} />}
    </Panel>
  );
}

function RenewOwnKey({ clientUuid }: { clientUuid: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  async function renew(): Promise<void> {
    await callIn(clientUuid)(routes.renewClientStreamKey, { params: { id: clientUuid } });
    await queries.invalidateQueries({ queryKey: streamKeysQuery(clientUuid).queryKey });
  }
  return <RenewKeyButton text={t("clients.keys.renewText")} renew={renew} />;
}
