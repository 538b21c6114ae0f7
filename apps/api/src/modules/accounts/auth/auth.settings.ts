import type { Config } from "../../../config.ts";
import type { AuthSettings } from "./auth.service.ts";

/** What of the process's settings is about signing in. */
export function authSettingsOf(config: Config): AuthSettings {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = config;
  return {
    sessionHours: config.SESSION_HOURS,
    publicUrl: config.API_PUBLIC_URL,
    installationSecret: config.INTERNAL_SECRET,
    limits: {
      signInPerPair: config.LIMIT_SIGN_IN_PER_PAIR,
      signInPerAccount: config.LIMIT_SIGN_IN_PER_ACCOUNT,
      signInPerAddress: config.LIMIT_SIGN_IN_PER_ADDRESS,
      codesPerAccount: config.LIMIT_CODES_PER_ACCOUNT,
      mailsPerAccount: config.LIMIT_MAILS_PER_ACCOUNT,
      mailsPerAddress: config.LIMIT_MAILS_PER_ADDRESS,
      invitationsPerClient: config.LIMIT_INVITATIONS_PER_CLIENT,
      linksPerAddress: config.LIMIT_LINKS_PER_ADDRESS,
    },
    github:
      clientId && clientSecret
        ? { clientId, clientSecret, url: config.GITHUB_URL, apiUrl: config.GITHUB_API_URL }
        : undefined,
  };
}
