import { useTranslation } from "react-i18next";
import { DASHBOARD_KEYS, PLAYER_KEYS } from "./keys.ts";

/** What the help tells, by section, in the order of the page. */
const SECTIONS = {
  start: ["firstVideo", "around", "appearance"],
  videos: [
    "library",
    "videoPage",
    "share",
    "statuses",
    "encoding",
    "figures",
    "retention",
    "sessions",
    "deletion",
  ],
  lives: ["liveObs", "liveFfmpeg", "liveGstreamer", "liveSrt", "liveCamera", "liveDelays", "liveStates"],
  uploads: ["formats", "uploadTips", "interrupted", "uploadRefused"],
  delivery: ["peers", "viewers", "peerLimits"],
  account: ["profile", "billing", "secondStep", "roles", "collaborators", "signInProblems", "unsubscribe"],
  keys: ["playerKeys", "dashboardKeys"],
} as const;
type SectionId = keyof typeof SECTIONS;
type TopicId = (typeof SECTIONS)[SectionId][number];

const KEY_LISTS = { playerKeys: PLAYER_KEYS, dashboardKeys: DASHBOARD_KEYS } as const;

export interface Shortcut {
  keys: string[];
  text: string;
}
export interface Topic {
  id: TopicId;
  title: string;
  /** One a paragraph. */
  paragraphs: string[];
  shortcuts: Shortcut[];
}
export interface Section {
  id: SectionId;
  title: string;
  topics: Topic[];
}

/** The help in the reader's language. */
export function useHelp(): Section[] {
  const { t } = useTranslation();
  const shortcutsOf = (id: TopicId): Shortcut[] => {
    const list = id === "playerKeys" || id === "dashboardKeys" ? KEY_LISTS[id] : [];
    return list.map(({ keys, does }) => ({
      keys: keys.map((key) => (typeof key === "string" ? key : t(`help.keyNames.${key.name}`))),
      text: t(`help.keys.${does}`),
    }));
  };
  return (Object.keys(SECTIONS) as SectionId[]).map((section) => ({
    id: section,
    title: t(`help.sections.${section}`),
    topics: SECTIONS[section].map((id) => ({
      id,
      title: t(`help.topics.${id}.title`),
      paragraphs: t(`help.topics.${id}.text`).split("\n"),
      shortcuts: shortcutsOf(id),
    })),
  }));
}
