import {
  type BodyOf,
  type ClientInfo,
  type ClientType,
  type ClientView,
  OPTIMIZED_QUALITIES,
  PAGE_SIZES,
  type routes,
} from "@shoal/contract";
import dayjs from "dayjs";

/** What a client may use or has switched on, in the order of the form. */
export const FLAGS = [
  "vireed",
  "export",
  "scenelist",
  "chat",
  "restartVideos",
  "noKeepLive",
  "oldTable",
  "defaultAutoplay",
] as const;
export type Flag = (typeof FLAGS)[number];

/** A client while it is filled in. */
export interface ClientValues extends Record<Flag, boolean>, Record<string, unknown> {
  clientname: string;
  type: ClientType;
  freeTier: boolean;
  contractNumber: string;
  /** The last day of the subscription, YYYY-MM-DD; "" without an end. */
  subscriptionEndsAt: string;
  companyName: string;
  siret: string;
  contactFirstName: string;
  contactLastName: string;
  contactEmail: string;
  phone: string;
  postalAddress: string;
  /** "" for the product's default. */
  defaultNumberPerPage: string;
  defaultQualities: ClientInfo["defaultQualities"];
}

export const NEW_CLIENT: ClientValues = {
  clientname: "",
  type: "platform",
  freeTier: false,
  contractNumber: "",
  subscriptionEndsAt: "",
  vireed: false,
  export: false,
  scenelist: false,
  chat: true,
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
  defaultNumberPerPage: "",
  defaultQualities: OPTIMIZED_QUALITIES,
};

/** The form of a client as it is. */
export function valuesOfClient(client: ClientView): ClientValues {
  const named = Object.keys(NEW_CLIENT).map((name) => [name, client[name as keyof ClientView]]);
  return {
    ...(Object.fromEntries(named) as ClientValues),
    subscriptionEndsAt: lastDayOf(client.subscriptionEndsAt),
    defaultNumberPerPage: String(client.defaultNumberPerPage ?? ""),
  };
}

type ClientChange = Omit<BodyOf<typeof routes.updateClientAsAdmin>, "revision">;

/** What the api is told of these fields. */
export function bodyOfValues(values: Partial<ClientValues>): ClientChange {
  const { subscriptionEndsAt, defaultNumberPerPage, siret, ...rest } = values;
  return {
    ...(rest as ClientChange),
    ...(siret === undefined ? {} : { siret: cleanSiret(siret) }),
    ...(subscriptionEndsAt === undefined ? {} : { subscriptionEndsAt: endOfDay(subscriptionEndsAt) }),
    ...(defaultNumberPerPage === undefined
      ? {}
      : { defaultNumberPerPage: PAGE_SIZES.find((size) => String(size) === defaultNumberPerPage) ?? null }),
  };
}

/** People write the digits of a SIRET in groups. */
export const cleanSiret = (siret: string): string => siret.replace(/[\s.]/g, "");

/** A subscription ends with its last day, in the reader's time zone. @example endOfDay("") // null */
function endOfDay(day: string): string | null {
  return day ? dayjs(day).add(1, "day").startOf("day").toISOString() : null;
}

/** The last day before a subscription's end; "" without an end. */
export function lastDayOf(end: string | null): string {
  return end ? dayjs(end).subtract(1, "millisecond").format("YYYY-MM-DD") : "";
}
