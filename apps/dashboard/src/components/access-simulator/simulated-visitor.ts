import type { CallOf, routes } from "@shoal/contract";
import { readLocalText } from "../../lib/local-moment.ts";

type Body = CallOf<typeof routes.simulateAccess>["body"];

/** The visitor in the body of a simulation call. */
export type SimulatedVisitor = Body["visitor"] & { at?: string };

/** The values of the form for a simulated visitor, as entered. */
export interface VisitorValues {
  from: "address" | "country";
  address: string;
  /** The country as an ISO 3166 alpha-2 code; null if unknown. */
  country: string | null;
  /** Whether the visitor uses a VPN; undefined to derive it from the address. */
  isVpn: boolean | undefined;
  page: string;
  /** The time as `DateTimeField` writes it; "" for now. */
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

/** The invalid field of the form, as the key of its message. */
export type VisitorFault = "address" | "page" | "at";

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[^:]*:)[0-9a-f:.]+)$/i;

/**
 * Reads the URL of a page, which may lack its scheme.
 * @returns null for an empty text, undefined for an invalid URL.
 */
function readPage(text: string): string | null | undefined {
  const written = text.trim();
  if (written === "") return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(written) ? written : `https://${written}`);
  return url ? url.href : undefined;
}

/** Reads the form. @returns the query, or the invalid field. */
export function readVisitor(values: VisitorValues): { visitor: SimulatedVisitor } | { fault: VisitorFault } {
  const { from, country, isVpn, at, isPasswordRight } = values;
  const address = values.address.trim();
  if (from === "address" && !isAddress(address)) return { fault: "address" };
  const page = readPage(values.page);
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
  if (!ADDRESS.test(text)) return false;
  // The browser's URL parser checks whether the text is a valid address.
  const host = text.includes(":") ? `[${text}]` : text;
  const parsed = URL.parse(`http://${host}/`)?.hostname;
  return parsed !== undefined && (text.includes(":") || parsed === text);
}
