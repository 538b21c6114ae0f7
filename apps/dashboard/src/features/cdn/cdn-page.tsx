import { Tabs } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { useScrollToCurrent } from "../../components/ui/scroll-to-current.ts";
import { CachingPart } from "./caching-part.tsx";
import { Calculator } from "./calculator.tsx";
import { EntriesPart } from "./entries-part.tsx";

const CDN_TABS = ["entries", "caching", "calculator"] as const;

/** Shows the CDN entries of the client, how to send files to caches, and the cost of delivery (§2, /cdn). */
export function CdnPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const tab = CDN_TABS.find((each) => each === params.get("tab")) ?? "entries";
  const bar = useScrollToCurrent<HTMLDivElement>(tab);
  const open = (next: string | null) => setParams(next === "entries" || !next ? {} : { tab: next });
  return (
    <>
      <PageHeader title={t("cdn.title")} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List
          ref={bar}
          mb="lg"
          style={{ flexWrap: "nowrap", overflowX: "auto", scrollbarWidth: "none" }}
        >
          {CDN_TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`cdn.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {tab === "entries" && <EntriesPart />}
          {tab === "caching" && <CachingPart />}
          {tab === "calculator" && <Calculator />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
