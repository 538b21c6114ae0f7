import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import type { UserView } from "@shoal/contract";
import { readsAnalyticsOnly } from "@shoal/domain";
import {
  IconBroadcast,
  IconLanguage,
  IconLayoutDashboard,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSettings,
  IconShield,
  IconSun,
  IconUpload,
  IconUserPlus,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { windows } from "../../components/ui/windows/windows.ts";
import type { CommandDeclaration } from "../../composition/define-feature.ts";
import { isAllowed } from "../../composition/guard.ts";
import { useHasProvider } from "../../features/profile/provider-card.tsx";
import { MEMBER_SECTIONS, PROFILE_SECTIONS } from "../../features/profile/sections.ts";
import { saveLanguage } from "../../lib/language.ts";
import { splitWords, toPlainText } from "../../lib/search-words.ts";
import { useMe } from "../../lib/user.ts";
import { ADMIN_ENTRIES, findEntries } from "../nav-entries.ts";
import { FEATURE_CONTRIBUTIONS } from "../route-table.ts";
import { useLogOut } from "../use-log-out.tsx";

/** The groups of choices in display order. */
export const CHOICE_GROUPS = ["actions", "screens", "settings", "videos"] as const;

/** An entry that the palette offers. */
export interface PaletteChoice {
  id: string;
  group: (typeof CHOICE_GROUPS)[number];
  label: string;
  icon: ReactNode;
  /** A short text that states the target or the kind of the choice. */
  hint?: string;
  run: () => void;
}

/** Returns the actions, screens and settings that contain every word of the search; settings are returned only for a search. */
export function useChoices(search: string): PaletteChoice[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const go = (to: string) => () => void navigate(to);
  const user = useMe();
  const actions = useActions(user, go);
  const hasProvider = useHasProvider() || Boolean(user?.github);
  if (!user) return [];
  const words = splitWords(search);
  const settings = words.length > 0 ? settingsOf(user, hasProvider, t, go) : [];
  return [...actions, ...screensOf(user, t, go), ...settings].filter(({ label, hint = "" }) => {
    const text = toPlainText(`${label} ${hint}`);
    return words.every((word) => text.includes(word));
  });
}

type Navigate = (to: string) => () => void;

function useActions(user: UserView | undefined, go: Navigate): PaletteChoice[] {
  const { t, i18n } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  const confirmLogOut = useLogOut();
  const other = i18n.language === "fr" ? "EN" : "FR";
  const action = (id: string, label: string, icon: ReactNode, run: () => void): PaletteChoice => ({
    id,
    group: "actions",
    label,
    icon,
    run,
  });
  return [
    ...commandsFor(user).map(({ text, icon, opens }) => {
      const Icon = CHOICE_ICONS[icon];
      const run = "path" in opens ? go(opens.path) : () => windows.open(opens.window);
      return action(text, t(`palette.${text}`), <Icon size={18} />, run);
    }),
    action(
      "colours",
      t(isDark ? "palette.light" : "palette.dark"),
      isDark ? <IconSun size={18} /> : <IconMoon size={18} />,
      () => setColorScheme(isDark ? "light" : "dark"),
    ),
    action("language", t("palette.language"), <IconLanguage size={18} />, () => void saveLanguage(other)),
    action("logout", t("auth.logout"), <IconLogout size={18} />, confirmLogOut),
  ];
}

const CHOICE_ICONS = {
  upload: IconUpload,
  broadcast: IconBroadcast,
  person: IconUserPlus,
  plus: IconPlus,
} satisfies Record<CommandDeclaration["icon"], unknown>;

/** Returns the commands that features declare, for a user. */
function commandsFor(user: UserView | undefined): readonly CommandDeclaration[] {
  const client = user?.client_infos[0];
  return FEATURE_CONTRIBUTIONS.commands.filter(
    ({ guard, isFor }) => isAllowed(guard, user?.roles ?? []) && (!isFor || (client && isFor(client))),
  );
}

/** Returns the entries of the navigation, and of the administration for administrators. */
function screensOf(user: UserView, t: TFunction, go: Navigate): PaletteChoice[] {
  const entries = findEntries(user);
  const own = entries
    .filter(({ screen }) => screen !== "admin")
    .map(({ to, text, group }): PaletteChoice => {
      const hint = group && t(`nav.more.groups.${group}`);
      return {
        id: to,
        group: "screens",
        label: nameOf(t(`nav.${text}`)),
        icon: <IconLayoutDashboard size={18} />,
        ...(hint ? { hint } : {}),
        run: go(to),
      };
    });
  if (!user.roles.includes("admin")) return own;
  const administration = ADMIN_ENTRIES.map(
    ({ to, text }): PaletteChoice => ({
      id: to,
      group: "screens",
      label: t(`shared.admin.${text}`),
      icon: <IconShield size={18} />,
      hint: t("shared.admin.title"),
      run: go(to),
    }),
  );
  return [...own, ...administration];
}

/** Writes a name from the navigation bar, which is in capitals, in lower case. @example nameOf("EXPORT LINKS") // "Export links" */
const nameOf = (text: string): string =>
  text === text.toUpperCase() ? text.slice(0, 1) + text.slice(1).toLowerCase() : text;

/** Returns the sections that a user's profile has. */
function settingsOf(user: UserView, hasProvider: boolean, t: TFunction, go: Navigate): PaletteChoice[] {
  const isMember = !readsAnalyticsOnly(user.roles);
  return PROFILE_SECTIONS.filter((section) =>
    section === "provider" ? hasProvider : isMember || !MEMBER_SECTIONS.includes(section),
  ).map((section) => ({
    id: `section-${section}`,
    group: "settings",
    label: t(`profile.sections.${section}`),
    icon: <IconSettings size={18} />,
    hint: t("nav.profile"),
    run: go(`/profil?section=${section}`),
  }));
}
