import { routes } from "@shoal/contract";
import i18next from "i18next";
import type { texts } from "../../i18n/en/logs.ts";

type RouteName = keyof typeof routes;
/** The calls for which the log has a description. Other calls are shown by method and path. */
type NamedAction = keyof (typeof texts)["logs"]["actions"];

/** The type of an entry about an administrator who viewed another client, which is not an API call. */
const VIEW_TYPE = "view";
/** The type of an entry about a program that sent unknown fields. */
const UNKNOWN_FIELDS_TYPE = "unknownFields";
const OTHER_ACTIONS: readonly string[] = [VIEW_TYPE, UNKNOWN_FIELDS_TYPE];
const isNamedAction = (
  name: string,
): name is NamedAction & (RouteName | typeof VIEW_TYPE | typeof UNKNOWN_FIELDS_TYPE) =>
  i18next.exists(`logs.actions.${name}`) && (name in routes || OTHER_ACTIONS.includes(name));

const ACTION_NAMES = new Map<string, string>([
  [VIEW_TYPE, VIEW_TYPE],
  [UNKNOWN_FIELDS_TYPE, UNKNOWN_FIELDS_TYPE],
  ...Object.entries(routes).map(([name, { method, path }]): [string, string] => [`${method} ${path}`, name]),
]);

/** Returns the description of an action in the reader's language; returns its type if there is none. */
export function actionText(type: string): string {
  const name = ACTION_NAMES.get(type);
  return name && isNamedAction(name) ? i18next.t(`logs.actions.${name}`) : type;
}

/** The call that records a page view. The log does not show this call. */
const PAGE_VIEW = `${routes.recordLogin.method} ${routes.recordLogin.path}`;

/** Lists every action that the log can contain and that has a description, in alphabetical order of their descriptions. */
export function listActions(): { value: string; label: string }[] {
  return [...ACTION_NAMES]
    .filter(([, name]) => isNamedAction(name))
    .map(([type]) => ({ value: type, label: actionText(type) }))
    .filter(({ value }) => value !== PAGE_VIEW)
    .toSorted((one, other) => one.label.localeCompare(other.label, i18next.language));
}
