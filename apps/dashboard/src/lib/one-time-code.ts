/** The number of digits in a code of an authenticator app. */
export const CODE_DIGITS = 6;

/** Removes the spaces and dashes that apps show and people paste. @example plainCode("123 456") // "123456" */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, "");
