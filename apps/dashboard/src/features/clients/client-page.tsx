import { Box, Button, Tabs } from "@mantine/core";
import type { ClientView } from "@shoal/contract";
import { IconEye, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { AuthorizationsTab } from "../../components/authorizations/authorizations-tab.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { ClientForm } from "./client-form.tsx";
import { clientQuery } from "./clients-query.ts";
import { ContractTab } from "./contract-tab.tsx";
import { DeliveryTab } from "./delivery/delivery-tab.tsx";
import { ThemeTab } from "./theme-tab.tsx";
import { useViewClient } from "./use-view-client.ts";

const TABS = ["account", "theme", "authorizations", "delivery", "contract"] as const;
type Tab = (typeof TABS)[number];

/** Everything about one client, for the administration. */
export function ClientPage() {
  const { uuid = "" } = useParams();
  const client = useQuery(clientQuery(uuid));
  return (
    <>
      <AdminNav />
      {client.data && <ClientTabs key={uuid} client={client.data} />}
      {!client.data && client.error && <ErrorState error={client.error} onRetry={client.refetch} />}
      {!client.data && !client.error && <PageSkeleton />}
    </>
  );
}

function ClientTabs({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  // Links of other pages name sections, as they do of the profile.
  const wanted = params.get("section") ?? params.get("tab");
  const tab = TABS.find((each) => each === wanted) ?? "account";
  const open = (next: string | null) => setParams(next === "account" || !next ? {} : { tab: next });
  return (
    <>
      <Header client={client} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`clients.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* What is typed outlives a look at another tab. */}
        <Tabs.Panel value="account" keepMounted>
          <ClientForm client={client} />
        </Tabs.Panel>
        {tab !== "account" && (
          <Tabs.Panel value={tab}>
            <TabContent tab={tab} client={client} />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}

function TabContent({ tab, client }: { tab: Exclude<Tab, "account">; client: ClientView }) {
  if (tab === "theme") return <ThemeTab client={client} />;
  if (tab === "authorizations") return <AuthorizationsTab clientUuid={client.uuid} />;
  return tab === "delivery" ? <DeliveryTab clientUuid={client.uuid} /> : <ContractTab client={client} />;
}

function Header({ client }: { client: ClientView }) {
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
