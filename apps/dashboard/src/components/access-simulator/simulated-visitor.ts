import type { CallOf, routes } from "@shoal/contract";
import { readLocalText } from "../../lib/local-moment.ts";

type SimulationBody = CallOf<typeof routes.simulateAccess>["body"];

/** The visitor in the body of a simulation call. */
export type SimulatedVisitor = SimulationBody["visitor"] & { at?: string };

/** The values of the form for a simulated visitor, as entered. */
export interface VisitorValues {
  from: "address" | "country";
  address: string;
  /** The country as an ISO 3166 alpha-2 code; null if unknown. */
  country: string | null;
  /** Whether the visitor uses a VPN; undefined to derive it from the address. */
  isVpn: boolean | undefined;
  page: string;
  /** The time of the visit, as `DateTimeField` writes it; "" for the current time. */
  at: string;
  isPasswordRight: boolean;
  token: string;
}

export const EMPTY_VISITOR: VisitorValues = {
  from: "address",
  address: "",
  country: null,
  isVpn: undefined,
  page: "",
  at: "",
  isPasswordRight: true,
  token: "",
};

/** The key of the error message for the form's invalid field. */
export type VisitorFault = "address" | "page" | "at";

const IP_ADDRESS_PATTERN = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[^:]*:)[0-9a-f:.]+)$/i;

/**
 * Parses the URL of a page, which may lack its scheme.
 * @returns null for an empty text, undefined for an invalid URL.
 */
function parsePageUrl(text: string): string | null | undefined {
  const written = text.trim();
  if (written === "") return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(written) ? written : `https://${written}`);
  return url ? url.href : undefined;
}

/** Validates the form and converts its values to a simulated visitor. @returns the visitor, or the invalid field. */
export function parseVisitor(values: VisitorValues): { visitor: SimulatedVisitor } | { fault: VisitorFault } {
  const { from, country, isVpn, at, isPasswordRight } = values;
  const address = values.address.trim();
  if (from === "address" && !isAddress(address)) return { fault: "address" };
  const page = parsePageUrl(values.page);
  if (page === undefined) return { fault: "page" };
  const moment = readLocalText(at);
  if (at.trim() !== "" && moment === undefined) return { fault: "at" };
  const token = values.token.trim();
  return {
    visitor: {
      ...(from === "address" ? { address } : { country }),
      ...(isVpn === undefined ? {} : { isVpn }),
      ...(token ? { authorization: token } : {}),
      ...(moment === undefined ? {} : { at: moment }),

      page,
      isPasswordRight,
    },
  };
}

function isAddress(text: string): boolean {
  if (!IP_ADDRESS_PATTERN.test(text)) return false;
  // The browser's URL parser checks whether the text is a valid address.
  const host = text.includes(":") ? `[${text}]` : text;
  const parsed = URL.parse(`http://${host}/`)?.hostname;
  return parsed !== undefined && (text.includes(":") || parsed === text);
}
