/** One fact of a support report, in the reader's language. */
export interface ReportFact {
  name: string;
  value: string;
  /** Whether the feature that the fact describes works; undefined for neutral facts. */
  isGood?: boolean | undefined;
}
export interface ReportSection {
  title: string;
  facts: readonly ReportFact[];
}

/**
 * Returns a report as text, for an email.
 * @example reportText([{ title: "Screen", facts: [{ name: "Width", value: "390" }] }]) // "## Screen\nWidth: 390\n"
 */
export function reportText(sections: readonly ReportSection[]): string {
  return sections.map(({ title, facts }) => [`## ${title}`, ...facts.map(lineOf), ""].join("\n")).join("\n");
}

const lineOf = ({ name, value }: ReportFact) => (name ? `${name}: ${value}` : value);
