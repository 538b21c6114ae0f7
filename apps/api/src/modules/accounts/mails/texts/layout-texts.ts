/** The texts shared by all mails of a language. */
export interface LayoutTexts {
  greeting(username: string): string;
  /** The text above the address of a button, for mail programs in which buttons do not work. */
  linkFallback: string;
  footer(supportEmail: string): string;
}
