import { createHash } from "node:crypto";
import type { BilledParty, ContractFact, Language, Seller } from "@shoal/contract";

/** The placeholders of a template in double braces, and their values. */
const PLACEHOLDER_VALUES: Record<string, (sides: ContractSides) => string> = {
  "seller.name": ({ seller }) => seller.name,
  "seller.address": ({ seller }) => addressOf(seller).join(", "),
  "seller.siren": ({ seller }) => seller.siren,
  "seller.siret": ({ seller }) => seller.siret,
  "seller.vatNumber": ({ seller }) => seller.vatNumber,
  "seller.registration": ({ seller }) => seller.registration,
  "seller.email": ({ seller }) => seller.email,
  "seller.phone": ({ seller }) => seller.phone,
  "seller.paymentTermDays": ({ seller }) => String(seller.paymentTermDays),
  "client.name": ({ party }) => party.name,
  "client.address": ({ party }) => party.addressLines.join(", "),
  "client.siret": ({ party }) => party.siret,
  "client.vatNumber": ({ party }) => party.vatNumber,
  "client.number": ({ party }) => String(party.clientNumber),
  "client.contact": ({ party }) => party.contactName,
};
export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDER_VALUES);

const PLACEHOLDER_PATTERN = /\{\{([^{}]*)\}\}/g;

export interface ContractSides {
  seller: Seller;
  party: BilledParty;
}

/** Finds the first unknown placeholder of a template; undefined if all are known. */
export const findUnknownPlaceholder = (template: string): string | undefined =>
  [...template.matchAll(PLACEHOLDER_PATTERN)]
    .map(([, name = ""]) => name.trim())
    .find((name) => !(name in PLACEHOLDER_VALUES));

const CONTRACT_WORDS = {
  EN: {
    parties: "Parties",
    provider: "Provider",
    client: "Client",
    representative: "Represented by",
    clientNumber: "Client number",
    vat: "VAT number",
    phone: "Phone",
    email: "Email",
    version: "Version of the terms",
  },
  FR: {
    parties: "Parties",
    provider: "Prestataire",
    client: "Client",
    representative: "Représenté par",
    clientNumber: "Numéro de client",
    vat: "Numéro de TVA",
    phone: "Téléphone",
    email: "E-mail",
    version: "Version des conditions",
  },
} as const;

interface WrittenTerms {
  version: number;
  template: string;
  language: Language;
}

/** Writes the full text of the contract, including both parties. The same data always gives the same text and hash. */
export function writeContractText(
  sides: ContractSides,
  { version, template, language }: WrittenTerms,
): string {
  const words = CONTRACT_WORDS[language];
  const { seller, party } = sides;
  const line = (label: string, value: string) => (value ? [`${label}${COLON[language]} ${value}`] : []);
  const country = new Intl.DisplayNames(language === "FR" ? "fr-FR" : "en-GB", { type: "region" });
  const countryOf = (code: string) => (/^[A-Z]{2}$/.test(code) ? [country.of(code) ?? code] : []);
  const parties = [
    `# ${words.parties}`,
    [
      ...line(words.provider, seller.name),
      ...addressOf(seller),
      ...countryOf(seller.country),
      ...line("SIREN", seller.siren),
      ...line("SIRET", seller.siret),
      ...line(words.vat, seller.vatNumber),
      ...(seller.registration ? [seller.registration] : []),
      ...line(words.email, seller.email),
      ...line(words.phone, seller.phone),
    ].join("\n"),
    [
      ...line(words.client, party.name),
      ...party.addressLines,
      ...countryOf(party.country),
      ...line("SIRET", party.siret),
      ...line(words.vat, party.vatNumber),
      ...line(words.representative, party.contactName),
      ...line(words.email, party.email),
      ...line(words.clientNumber, String(party.clientNumber)),
    ].join("\n"),
    ...line(words.version, String(version)),
  ];
  const terms = template.replaceAll(
    PLACEHOLDER_PATTERN,
    (_, name: string) => PLACEHOLDER_VALUES[name.trim()]?.(sides) || "–",
  );
  return [...parties, terms.replaceAll("\r\n", "\n").trim()].join("\n\n");
}

/** The colon of each language. French has a no-break space before it. */
const COLON = { EN: ":", FR: "\u00a0:" } as const;

export const hashOfText = (text: string): string => createHash("sha256").update(text).digest("hex");

const addressOf = ({ street, postalCode, city }: Seller): string[] =>
  [...street.split("\n"), `${postalCode} ${city}`.trim()].map((part) => part.trim()).filter(Boolean);

/** The data of a client that its contract contains. */
export interface ClientFacts {
  company_name: string;
  siret: string;
  country: string;
  postal_address: string;
  contact_first_name: string;
  contact_last_name: string;
  contact_email: string;
}

/** Lists the data that the contract still lacks, the client's before the seller's. */
export function listMissingFacts(client: ClientFacts, seller: Seller | null): ContractFact[] {
  const given: Record<ContractFact, string | undefined> = {
    "client.companyName": client.company_name,
    // Companies in other countries have no SIRET.
    "client.siret": client.country === "FR" ? client.siret : "none",
    "client.postalAddress": client.postal_address,
    "client.contactFirstName": client.contact_first_name,
    "client.contactLastName": client.contact_last_name,
    "client.contactEmail": client.contact_email,
    "seller.name": seller?.name,
    "seller.street": seller?.street,
    "seller.postalCode": seller?.postalCode,
    "seller.city": seller?.city,
    "seller.country": seller?.country,
    "seller.email": seller?.email,
  };
  return (Object.keys(given) as ContractFact[]).filter((fact) => !given[fact]?.trim());
}
