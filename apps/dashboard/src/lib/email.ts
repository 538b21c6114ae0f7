/** The pattern of emails, which the server uses too. */
const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether a string has the form of an email (§5). @example isEmail("someone@example.org") // true */
export const isEmail = (text: string): boolean => text.length <= 320 && EMAIL_PATTERN.test(text.trim());
