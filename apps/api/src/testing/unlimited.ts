const limit = "900000/900";

/** Settings under which no limit is ever reached. */
export const UNLIMITED = {
  LIMIT_SIGN_IN_PER_ACCOUNT: limit,
  LIMIT_SIGN_IN_PER_ADDRESS: limit,
  LIMIT_CODES_PER_ACCOUNT: limit,
  LIMIT_MAILS_PER_ACCOUNT: limit,
  LIMIT_MAILS_PER_ADDRESS: limit,
  LIMIT_LINKS_PER_ADDRESS: limit,
  LIMIT_CALLS_PER_KEY: limit,
  LIMIT_CALLS_PER_USER: limit,
  LIMIT_CALLS_PER_GUEST: limit,
};
