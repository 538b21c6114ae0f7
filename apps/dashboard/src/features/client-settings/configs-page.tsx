import { Stack, Tabs } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { AuthorizationsTab } from "../../components/authorizations/authorizations-tab.tsx";
import { IceSets } from "../../components/ice-sets/ice-sets.tsx";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { NoRights } from "../../components/ui/read-only.tsx";
import { useScrollToCurrent } from "../../components/ui/scroll-to-current.ts";
import { PageSkeleton } from "../../components/ui/states.tsx";
import { useCan, useMe } from "../../lib/user.ts";
import { ClientRules } from "./client-rules.tsx";
import { ConfigDetails } from "./config-details.tsx";
import { ConfigList } from "./config-list.tsx";
import classes from "./configs.module.css";
import { SiteDetails } from "./site-details.tsx";
import { TokenKeys } from "./token-keys.tsx";

/** The list of keys. Like the lists below, it is loaded with its texts when the user opens its tab. */
const LazyApiKeys = lazy(async () => ({ default: (await import("./api-keys/api-keys.tsx")).ApiKeys }));
const LazyWebhooks = lazy(async () => ({ default: (await import("./webhooks/webhooks.tsx")).Webhooks }));

const LazyImports = lazy(async () => ({ default: (await import("./imports/imports.tsx")).Imports }));
const LazyExits = lazy(async () => ({ default: (await import("./exits/exits.tsx")).Exports }));

const CONFIG_TABS = [
  "configs",
  "rules",
  "authorizations",
  "servers",
  "tokens",
  "apiKeys",
  "webhooks",
  "imports",
  "exit",
] as const;
type ConfigTab = (typeof CONFIG_TABS)[number];

/** Shows the configs of the plugin, and the rules that apply to the whole client (§2, /config). */
export function ConfigsPage() {
  const [params] = useSearchParams();
  const me = useMe();
  const clientUuid = me?.client_infos[0]?.uuid;
  const config = params.get("config");
  const site = params.get("site");
  if (clientUuid === undefined) return <PageSkeleton />;
  return (
    <UnsavedChanges isLeftByTabs>
      {!config && <ConfigsOverview clientUuid={clientUuid} />}
      {config && !site && <ConfigDetails key={config} uuid={config} />}
      {config && site && <SiteDetails key={site} configUuid={config} siteUuid={site} />}
    </UnsavedChanges>
  );
}

function ConfigsOverview({ clientUuid }: { clientUuid: string }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const isReadOnly = !useCan("manager");
  const tab = CONFIG_TABS.find((each) => each === params.get("tab")) ?? "configs";
  const bar = useScrollToCurrent<HTMLDivElement>(tab);
  const open = (next: string | null) => setParams(next === "configs" || !next ? {} : { tab: next });
  return (
    <>
      <PageHeader title={t("configs.title")}>
        {isReadOnly && <NoRights hint={t("configs.managersOnly")} />}
      </PageHeader>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List ref={bar} mb="lg" className={classes.tabs ?? ""}>
          {CONFIG_TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`configs.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <TabContent tab={tab} clientUuid={clientUuid} isReadOnly={isReadOnly} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

interface TabContentProps {
  tab: ConfigTab;
  clientUuid: string;
  isReadOnly: boolean;
}

function TabContent({ tab, ...rest }: TabContentProps) {
  if (tab === "configs") return <ConfigList isReadOnly={rest.isReadOnly} />;
  if (tab === "rules") return <ClientRules {...rest} />;
  if (tab === "authorizations") return <AuthorizationsTab {...rest} />;
  if (tab === "tokens") return <TokenKeys {...rest} />;
  if (tab === "imports" || tab === "exit")
    return (
      <Suspense fallback={<PageSkeleton blocks={1} />}>
        {tab === "imports" ? <LazyImports /> : <LazyExits />}
      </Suspense>
    );
  if (tab === "apiKeys" || tab === "webhooks")
    return (
      <Suspense fallback={<PageSkeleton blocks={1} />}>
        {tab === "apiKeys" ? <LazyApiKeys {...rest} /> : <LazyWebhooks isReadOnly={rest.isReadOnly} />}
      </Suspense>
    );
  return (
    <Stack maw={1080}>
      <IceSets {...rest} />
    </Stack>
  );
}
