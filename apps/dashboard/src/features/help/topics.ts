import { useTranslation } from "react-i18next";

/** The name of a key, either as printed on the keyboard or as the key of a translated name. */
type KeyName = string | { name: "space" | "home" | "end" | "enter" | "escape" | "tab" | "back" };

/** The player's keyboard shortcuts that the help page lists. */
const PLAYER_KEYS = [
  { keys: [{ name: "space" }, "K"], does: "play" },
  { keys: ["J", "L"], does: "skip" },
  { keys: ["←", "→"], does: "step" },
  { keys: ["↑", "↓"], does: "volume" },
  { keys: ["M"], does: "mute" },
  { keys: ["F"], does: "fullscreen" },
  { keys: ["I"], does: "pip" },
  { keys: ["C"], does: "captions" },
  { keys: ["0 … 9"], does: "percent" },
  { keys: ["<", ">"], does: "speed" },
  { keys: [{ name: "home" }, { name: "end" }], does: "ends" },
  { keys: ["?"], does: "list" },
] as const satisfies { keys: KeyName[]; does: string }[];

/** The dashboard's own keyboard shortcuts, in addition to the shortcuts of every page. */
const DASHBOARD_KEYS = [
  { keys: [{ name: "tab" }], does: "skipLink" },
  { keys: [{ name: "enter" }], does: "search" },
  { keys: [{ name: "enter" }], does: "confirm" },
  { keys: [{ name: "enter" }], does: "tag" },
  { keys: [{ name: "back" }], does: "removeTag" },
  { keys: [{ name: "escape" }], does: "cancel" },
] as const satisfies { keys: KeyName[]; does: string }[];

/** The ids of the help topics by section, in display order. */
const HELP_SECTIONS = {
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
  projects: [
    "projects",
    "projectVersions",
    "projectComments",
    "projectCompare",
    "projectRoles",
    "projectApproval",
    "projectNews",
    "reviewLinks",
    "teams",
  ],
  chat: ["chatRooms", "chatMessages", "chatFiles", "chatNews"],
  lives: [
    "liveObs",
    "liveFfmpeg",
    "liveGstreamer",
    "liveSrt",
    "liveCamera",
    "liveDelays",
    "liveStates",
    "liveChat",
  ],
  uploads: ["formats", "uploadTips", "interrupted", "uploadRefused"],
  delivery: ["peers", "viewers", "peerLimits"],
  account: [
    "profile",
    "billing",
    "documents",
    "secondStep",
    "roles",
    "collaborators",
    "apiKeys",
    "exit",
    "signInProblems",
    "unsubscribe",
  ],
  keys: ["playerKeys", "dashboardKeys"],
} as const;
type SectionId = keyof typeof HELP_SECTIONS;
type TopicId = (typeof HELP_SECTIONS)[SectionId][number];

const KEY_LISTS = { playerKeys: PLAYER_KEYS, dashboardKeys: DASHBOARD_KEYS } as const;

export interface Shortcut {
  keys: string[];
  text: string;
}
export interface HelpTopic {
  id: TopicId;
  title: string;
  paragraphs: string[];
  shortcuts: Shortcut[];
}
export interface HelpSection {
  id: SectionId;
  title: string;
  topics: HelpTopic[];
}

/** Returns the help in the reader's language. */
export function useHelp(): HelpSection[] {
  const { t } = useTranslation();
  const shortcutsOf = (id: TopicId): Shortcut[] => {
    const list = id === "playerKeys" || id === "dashboardKeys" ? KEY_LISTS[id] : [];
    return list.map(({ keys, does }) => ({
      keys: keys.map((key) => (typeof key === "string" ? key : t(`help.keyNames.${key.name}`))),
      text: t(`help.keys.${does}`),
    }));
  };
  return (Object.keys(HELP_SECTIONS) as SectionId[]).map((section) => ({
    id: section,
    title: t(`help.sections.${section}`),
    topics: HELP_SECTIONS[section].map((id) => ({
      id,
      title: t(`help.topics.${id}.title`),
      paragraphs: t(`help.topics.${id}.text`).split("\n"),
      shortcuts: shortcutsOf(id),
    })),
  }));
}
