/** The texts shared by all mails of a language. */
export interface LayoutTexts {
  greeting(username: string): string;
  /** Above the address of a button that cannot be pressed. */
  linkFallback: string;
  footer(supportEmail: string): string;
}
