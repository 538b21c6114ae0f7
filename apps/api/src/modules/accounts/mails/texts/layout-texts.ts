/** The texts shared by all mails of a language. */
export interface LayoutTexts {
  greeting(username: string): string;
  /** The text above the address of a button, for mail programs in which it cannot be pressed. */
  linkFallback: string;
  footer(supportEmail: string): string;
}
