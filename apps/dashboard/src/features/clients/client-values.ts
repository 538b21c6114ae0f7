import {
  type BodyOf,
  type ClientType,
  type ClientView,
  OPTIMIZED_QUALITIES,
  PAGE_SIZES,
  type routes,
} from "@shoal/contract";
import dayjs from "dayjs";
import { type QualityRow, qualitiesOf, rowsOf } from "../../components/video/qualities/quality-rows.ts";

/** The options of a client, in the order of the form. */
export const CLIENT_FLAGS = [
  "vireed",
  "chat",
  "export",
  "scenelist",
  "restartVideos",
  "noKeepLive",
  "oldTable",
  "defaultAutoplay",
] as const;
export type ClientFlag = (typeof CLIENT_FLAGS)[number];

/** The values of the form for a client. */
export interface ClientValues extends Record<ClientFlag, boolean>, Record<string, unknown> {
  clientname: string;
  type: ClientType;
  freeTier: boolean;
  claimsLifted: boolean;
  contractNumber: string;
  /** Last day of the subscription, YYYY-MM-DD; "" for no end. */
  subscriptionEndsAt: string;
  companyName: string;
  siret: string;
  contactFirstName: string;
  contactLastName: string;
  contactEmail: string;
  phone: string;
  postalAddress: string;
  country: string;
  vatNumber: string;
  /** Number of items per page; "" for the product's default. */
  defaultNumberPerPage: string;
  /** Whether the platform chooses the qualities automatically; otherwise, the rows apply. */
  isOptimized: boolean;
  defaultQualities: QualityRow[];
}

export const NEW_CLIENT: ClientValues = {
  clientname: "",
  type: "platform",
  freeTier: false,
  claimsLifted: false,
  contractNumber: "",
  subscriptionEndsAt: "",
  vireed: false,
  chat: true,
  export: false,
  scenelist: false,
  restartVideos: false,
  noKeepLive: false,
  oldTable: false,
  defaultAutoplay: true,
  companyName: "",
  siret: "",
  contactFirstName: "",
  contactLastName: "",
  contactEmail: "",
  phone: "",
  postalAddress: "",
  country: "FR",
  vatNumber: "",
  defaultNumberPerPage: "",
  isOptimized: true,
  defaultQualities: rowsOf(OPTIMIZED_QUALITIES),
};

/** Returns the values of the form for a client. */
export function valuesOfClient(client: ClientView): ClientValues {
  const named = Object.keys(NEW_CLIENT).map((name) => [name, client[name as keyof ClientView]]);
  return {
    ...(Object.fromEntries(named) as ClientValues),
    subscriptionEndsAt: lastDayOf(client.subscriptionEndsAt),
    defaultNumberPerPage: String(client.defaultNumberPerPage ?? ""),
    isOptimized: typeof client.defaultQualities === "string",
    defaultQualities: rowsOf(client.defaultQualities),
  };
}

type ClientChange = Omit<BodyOf<typeof routes.updateClientAsAdmin>, "revision">;

/**
 * Returns the body of the call, with the changed fields.
 * @param all every field of the form: the mode of the qualities and the qualities must be sent together.
 */
export function bodyOfValues(changes: Partial<ClientValues>, all: ClientValues): ClientChange {
  const { subscriptionEndsAt, defaultNumberPerPage, siret, isOptimized, defaultQualities, ...rest } = changes;
  const hasOtherQualities = isOptimized !== undefined || defaultQualities !== undefined;
  return {
    ...(rest as ClientChange),
    ...(siret === undefined ? {} : { siret: normalizeSiret(siret) }),
    ...(subscriptionEndsAt === undefined ? {} : { subscriptionEndsAt: endOfDay(subscriptionEndsAt) }),
    ...(hasOtherQualities ? { defaultQualities: qualitiesOf(all.isOptimized, all.defaultQualities) } : {}),
    ...(defaultNumberPerPage === undefined
      ? {}
      : { defaultNumberPerPage: PAGE_SIZES.find((size) => String(size) === defaultNumberPerPage) ?? null }),
  };
}

/** Removes the spaces and dots between the groups of digits in a SIRET. */
export const normalizeSiret = (siret: string): string => siret.replace(/[\s.]/g, "");

/** Returns the end of a subscription's last day in the reader's time zone. @example endOfDay("") // null */
function endOfDay(day: string): string | null {
  return day ? dayjs(day).add(1, "day").startOf("day").toISOString() : null;
}

/** Returns the last day before a subscription's end; "" for no end. */
export function lastDayOf(end: string | null): string {
  return end ? dayjs(end).subtract(1, "millisecond").format("YYYY-MM-DD") : "";
}
