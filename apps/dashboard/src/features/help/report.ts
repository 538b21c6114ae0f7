/** One fact for support, in the reader's language. */
export interface ReportFact {
  name: string;
  value: string;
  /** Whether what the fact describes works; undefined for facts that are neither good nor bad. */
  isGood?: boolean | undefined;
}
export interface ReportSection {
  title: string;
  facts: readonly ReportFact[];
}

/**
 * A report as text, for a mail.
 * @example reportText([{ title: "Screen", facts: [{ name: "Window", value: "390 × 844" }] }]) // "## Screen\nWindow: 390 × 844\n"
 */
export function reportText(sections: readonly ReportSection[]): string {
  return sections.map(({ title, facts }) => [`## ${title}`, ...facts.map(lineOf), ""].join("\n")).join("\n");
}

const lineOf = ({ name, value }: ReportFact) => (name ? `${name}: ${value}` : value);
