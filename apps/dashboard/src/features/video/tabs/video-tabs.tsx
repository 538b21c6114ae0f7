import { Box, Tabs, VisuallyHidden } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { lazy, Suspense, useCallback, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { type ReportUnsaved, UnsavedContext } from "../../../components/ui/form/unsaved.ts";
import { useScrollToCurrent } from "../../../components/ui/scroll-to-current.ts";
import { useHasUserInput } from "../../../components/ui/sections/user-input.ts";
import { placeOf, type SectionId, type TabId, tabsOf } from "../sections.ts";
import { SectionsSkeleton } from "../video-page-skeleton.tsx";
import { ShownSection } from "./shown-section.tsx";
import type { TabContent } from "./tab-sections.tsx";
import classes from "./tabs.module.css";

const lazyTab = (load: () => Promise<TabContent>) => lazy(async () => ({ default: await load() }));

/** The contents of the tabs, each loaded when the tab is first opened. */
const TAB_CONTENTS: Record<TabId, TabContent> = {
  overview: lazyTab(async () => (await import("./overview-tab.tsx")).OverviewTab),
  chapters: lazyTab(async () => (await import("./chapters-tab.tsx")).ChaptersTab),
  access: lazyTab(async () => (await import("./access-tab.tsx")).AccessTab),
  live: lazyTab(async () => (await import("./live-tab.tsx")).LiveTab),
  encoding: lazyTab(async () => (await import("./encoding-tab.tsx")).EncodingTab),
  appearance: lazyTab(async () => (await import("./appearance-tab.tsx")).AppearanceTab),
  danger: lazyTab(async () => (await import("./danger-tab.tsx")).DangerTab),
};

export interface VideoTabs {
  tabs: readonly TabId[];
  current: TabId;
  /** The section of the current tab that the URL names. */
  section: SectionId | undefined;
  /** The tabs that contain unsaved changes. */
  unsaved: ReadonlySet<TabId>;
  open: (tab: TabId) => void;
  reportUnsaved: (tab: TabId, isUnsaved: boolean) => void;
}

/**
 * Returns the tabs of a video's page. Each has its own URL, which replaces the previous history entry, so that Back leaves the page. A tab
 * with unsaved changes stays mounted while it is hidden, and its name is marked.
 */
export function useVideoTabs({ type }: VideoView): VideoTabs {
  const [params, setParams] = useSearchParams();
  const [unsaved, setUnsaved] = useState<ReadonlySet<TabId>>(new Set());
  const { tab: current, section } = placeOf(params, type);
  const reportUnsaved = useCallback(
    (tab: TabId, isUnsaved: boolean) =>
      setUnsaved((known) => {
        if (known.has(tab) === isUnsaved) return known;
        const next = new Set(known);
        if (isUnsaved) next.add(tab);
        else next.delete(tab);
        return next;
      }),
    [],
  );
  const open = (tab: TabId) => setParams(tab === "overview" ? {} : { tab }, { replace: true });
  return { tabs: tabsOf(type), current, section, unsaved, open, reportUnsaved };
}

/** Shows the names of the tabs in a line that scrolls sideways if it is too narrow. */
export function TabBar({ tabs, current, unsaved, open }: VideoTabs) {
  const { t } = useTranslation();
  const bar = useScrollToCurrent<HTMLDivElement>(current);
  return (
    <Tabs
      value={current}
      onChange={(next) => next && open(next as TabId)}
      activateTabWithKeyboard={false}
      id="video"
    >
      <Tabs.List ref={bar} className={classes.bar ?? ""} aria-label={t("videoPage.menu")}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab} {...(tab === "danger" ? { color: "red" } : {})}>
            {t(`videoPage.tabs.${tab}`)}
            {unsaved.has(tab) && (
              <span className={classes.unsaved} title={t("videoPage.unsavedTab")}>
                <VisuallyHidden>{t("videoPage.unsavedTab")}</VisuallyHidden>
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

/** Renders the content of the open tab, and keeps tabs with unsaved changes mounted but hidden. */
export function TabPanels({ video, tabs }: { video: VideoView; tabs: VideoTabs }) {
  const { current, unsaved } = tabs;
  return (
    <Box miw={0}>
      {tabs.tabs
        .filter((tab) => tab === current || unsaved.has(tab))
        .map((tab) => (
          <TabPanel key={tab} video={video} tab={tab} tabs={tabs} />
        ))}
    </Box>
  );
}

function TabPanel({ video, tab, tabs }: { video: VideoView; tab: TabId; tabs: VideoTabs }) {
  const Content = TAB_CONTENTS[tab];
  const note = useTabUnsaved(tab, tabs.reportUnsaved);
  const { key: navigation } = useLocation();
  const hasReaderMoved = useHasUserInput(navigation);
  const section = tab === tabs.current ? tabs.section : undefined;
  return (
    <div
      role="tabpanel"
      id={`video-panel-${tab}`}
      aria-labelledby={`video-tab-${tab}`}
      hidden={tab !== tabs.current}
    >
      <UnsavedContext value={note}>
        <Suspense fallback={<SectionsSkeleton />}>
          <Content video={video} />
          <ShownSection section={section} navigation={navigation} hasReaderMoved={hasReaderMoved} />
        </Suspense>
      </UnsavedContext>
    </div>
  );
}

/** Returns a callback that tracks unsaved forms both for the tab and for the page, which asks for confirmation before the user leaves. */
function useTabUnsaved(tab: TabId, reportTab: VideoTabs["reportUnsaved"]): ReportUnsaved {
  const reportPage = useContext(UnsavedContext);
  const [forms] = useState(() => new Set<string>());
  return useCallback<ReportUnsaved>(
    (id, isUnsaved) => {
      reportPage(id, isUnsaved);
      if (isUnsaved) forms.add(id);
      else forms.delete(id);
      reportTab(tab, forms.size > 0);
    },
    [forms, reportPage, reportTab, tab],
  );
}
