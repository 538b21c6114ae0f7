import { Box, Button, Stack, Tabs } from "@mantine/core";
import { type ClientView, routes } from "@shoal/contract";
import { IconEye, IconUsers } from "@tabler/icons-react";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { AuthorizationsTab } from "../../components/authorizations/authorizations-tab.tsx";
import { IceSets } from "../../components/ice-sets/ice-sets.tsx";
import { RenewKeyButton } from "../../components/live/renew-key-button.tsx";
import { StreamKeyField } from "../../components/live/stream-key-field.tsx";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { useScrollToCurrent } from "../../components/ui/scroll-to-current.ts";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { callInClient } from "../../lib/call-in-client.ts";
import { ClientForm } from "./client-form.tsx";
import { clientQuery } from "./clients-query.ts";
import { ContractTab } from "./contract-tab.tsx";
import { PlansTab } from "./plans-tab.tsx";
import { ThemeTab } from "./theme-tab.tsx";
import { useViewClient } from "./use-view-client.ts";

/** Query for the stream keys of a client's encoders. */
const streamKeysQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["clients", "streamkeys", clientUuid],
    queryFn: ({ signal }) =>
      callInClient(clientUuid)(routes.listStreamKeys, { params: { id: clientUuid } }, { signal }),
  });

const CLIENT_TABS = ["account", "theme", "authorizations", "delivery", "plans", "contract"] as const;
type ClientTab = (typeof CLIENT_TABS)[number];

/** Shows everything about one client, for the administration. */
export function ClientPage() {
  const { uuid = "" } = useParams();
  const client = useQuery(clientQuery(uuid));
  return (
    <>
      <AdminNav />
      {client.data && (
        <UnsavedChanges key={uuid}>
          <ClientTabs client={client.data} />
        </UnsavedChanges>
      )}
      {!client.data && client.error && <ErrorState error={client.error} onRetry={client.refetch} />}
      {!client.data && !client.error && <PageSkeleton />}
    </>
  );
}

function ClientTabs({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  // Accepts `section` too, because links of other pages name a section, as for the profile.
  const wanted = params.get("section") ?? params.get("tab");
  const tab = CLIENT_TABS.find((each) => each === wanted) ?? "account";
  const [opened, setOpened] = useState<readonly ClientTab[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  const bar = useScrollToCurrent<HTMLDivElement>(tab);
  const navigate = useNavigate();
  const [isDeleted, setDeleted] = useState(false);
  function handleDeleted(): void {
    // Marks the client as deleted before leaving, so that the page does not ask about unsaved changes.
    flushSync(() => setDeleted(true));
    void navigate("/admin");
  }
  const open = (next: string | null) => setParams(next === "account" || !next ? {} : { tab: next });
  return (
    <>
      <ClientHeader client={client} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List
          ref={bar}
          mb="lg"
          style={{ flexWrap: "nowrap", overflowX: "auto", scrollbarWidth: "none" }}
        >
          {CLIENT_TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`clients.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* Tabs that were opened stay mounted, so that entered values are kept when the user switches tabs. */}
        {!isDeleted &&
          opened.map((each) => (
            <Tabs.Panel key={each} value={each} keepMounted>
              <TabContent tab={each} client={client} onDeleted={handleDeleted} />
            </Tabs.Panel>
          ))}
      </Tabs>
    </>
  );
}

interface TabContentProps {
  tab: ClientTab;
  client: ClientView;
  onDeleted: () => void;
}

function TabContent({ tab, client, onDeleted }: TabContentProps) {
  if (tab === "account") return <ClientForm client={client} />;
  if (tab === "theme") return <ThemeTab client={client} />;
  if (tab === "authorizations") return <AuthorizationsTab clientUuid={client.uuid} />;
  if (tab === "plans") return <PlansTab clientUuid={client.uuid} />;
  return tab === "delivery" ? (
    <DeliveryTab clientUuid={client.uuid} />
  ) : (
    <ContractTab client={client} onDeleted={onDeleted} />
  );
}

function ClientHeader({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const view = useViewClient(client);
  const note = [
    t("clients.numbered", { number: client.clientNumber }),
    t(`clients.types.${client.type}`),
    t("clients.userCount", { count: client.userCount }),
    t("clients.videoCount", { count: client.videoCount }),
  ].join(" · ");
  return (
    <PageHeader title={client.clientname} note={note}>
      {client.dataToDelete && (
        <Box component="strong" c="var(--shoal-bad)">
          {t("clients.ending")}
        </Box>
      )}
      <Button
        variant="default"
        component={Link}
        to={`/manageuser?client=${client.uuid}`}
        leftSection={<IconUsers size={17} />}
      >
        {t("clients.users")}
      </Button>
      <Button leftSection={<IconEye size={17} />} loading={view.isPending} onClick={() => view.mutate()}>
        {t("clients.viewLong")}
      </Button>
    </PageHeader>
  );
}

/** Edits the servers through which viewers of a client connect to each other, and the keys of its encoders. */
function DeliveryTab({ clientUuid }: { clientUuid: string }) {
  return (
    <Stack gap="lg" maw={1080}>
      <IceSets clientUuid={clientUuid} />
      <StreamKeys clientUuid={clientUuid} />
    </Stack>
  );
}

/** Lists the stream keys of a client: its own key, which can be renewed, and the keys of its lives. */
function StreamKeys({ clientUuid }: { clientUuid: string }) {
  const { t } = useTranslation();
  const keys = useQuery(streamKeysQuery(clientUuid));
  return (
    <Panel title={t("clients.keys.title")} text={t("clients.keys.text")}>
      {keys.data?.map(({ uuid, title, streamKey }) => (
        <StreamKeyField key={uuid ?? "client"} label={title ?? t("clients.keys.own")} value={streamKey}>
          {uuid === null && <RenewClientKey clientUuid={clientUuid} />}
        </StreamKeyField>
      ))}
      {!keys.data && keys.error && <ErrorState error={keys.error} onRetry={keys.refetch} />}
      {!keys.data && !keys.error && <PageSkeleton blocks={0} />}
    </Panel>
  );
}

function RenewClientKey({ clientUuid }: { clientUuid: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  async function renew(): Promise<void> {
    await callInClient(clientUuid)(routes.renewClientStreamKey, { params: { id: clientUuid } });
    await queries.invalidateQueries({ queryKey: streamKeysQuery(clientUuid).queryKey });
  }
  return <RenewKeyButton text={t("clients.keys.renewText")} renew={renew} />;
}
