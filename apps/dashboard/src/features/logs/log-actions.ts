import { routes } from "@shoal/contract";
import i18next from "i18next";
import type { texts } from "../../i18n/en/logs.ts";

type RouteName = keyof typeof routes;
/** The calls that have words of their own; the log names others by method and path. */
type NamedAction = keyof (typeof texts)["logs"]["actions"];

/** An administrator viewed another client; this is not an API call. */
const VIEW = "view";
/** A program sent unknown fields. */
const UNKNOWN_FIELDS = "unknownFields";
const BESIDE_CALLS: readonly string[] = [VIEW, UNKNOWN_FIELDS];
const isNamed = (name: string): name is NamedAction & (RouteName | typeof VIEW | typeof UNKNOWN_FIELDS) =>
  i18next.exists(`logs.actions.${name}`) && (name in routes || BESIDE_CALLS.includes(name));

const NAMES = new Map<string, string>([
  [VIEW, VIEW],
  [UNKNOWN_FIELDS, UNKNOWN_FIELDS],
  ...Object.entries(routes).map(([name, { method, path }]): [string, string] => [`${method} ${path}`, name]),
]);

/** The action in the reader's words; its type if there are none. */
export function actionText(type: string): string {
  const name = NAMES.get(type);
  return name && isNamed(name) ? i18next.t(`logs.actions.${name}`) : type;
}

/** Entering the page, which the log does not keep. */
const PAGE_VIEW = `${routes.recordLogin.method} ${routes.recordLogin.path}`;

/** Every action that the log may hold and that has words, in the order of these. */
export function listActions(): { value: string; label: string }[] {
  return [...NAMES]
    .filter(([, name]) => isNamed(name))
    .map(([type]) => ({ value: type, label: actionText(type) }))
    .filter(({ value }) => value !== PAGE_VIEW)
    .toSorted((one, other) => one.label.localeCompare(other.label, i18next.language));
}
