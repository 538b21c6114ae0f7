import { createSecretBox } from "@shoal/tokens";
import type { Database } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import { type LimitStore, pruneRateLimits } from "../../../platform/rate-limit.ts";
import type { MailSender } from "../mails/index.ts";
import { createAccountLinksRepository } from "./account-links.repository.ts";
import { createAccountLinks } from "./account-links.service.ts";
import { createAccountRecovery } from "./account-recovery.service.ts";
import { createEmailsRepository } from "./emails.repository.ts";
import { createEmailsService } from "./emails.service.ts";
import { createForgottenPasswordService } from "./forgotten-password.service.ts";
import { createGithub, type GithubSettings } from "./github.ts";
import { createKnownBrowsers } from "./known-browsers.ts";
import { createLimits, type LimitSettings } from "./limits.ts";
import { createLinkGate } from "./link-gate.ts";
import { createNotices } from "./notices.ts";
import { createOwnAccountService } from "./own-account.service.ts";
import { createOwnPassword } from "./own-password.ts";
import { createProviderService } from "./provider.service.ts";
import { createProviderAccountService } from "./provider-account.service.ts";
import { createProviderFlowsRepository } from "./provider-flows.repository.ts";
import { createSessionsService, type SessionListeners } from "./sessions.service.ts";
import { createSignInService } from "./sign-in.service.ts";
import { createSignupService } from "./signup.service.ts";
import { createTwoFactorService } from "./two-factor.service.ts";

export interface AuthSettings {
  sessionHours: number;
  /** The dashboard's address. */
  publicUrl: string;
  installationSecret: string;
  limits: LimitSettings;
  /** The identity provider; undefined if sign-in with it is not configured. */
  github: Omit<GithubSettings, "redirectUri"> | undefined;
}

/** Creates the services of sign-in and accounts, each with its dependencies. */
export function createAuthService(options: {
  db: Database;
  limitStore: LimitStore;
  queue: Pick<JobQueue, "sendTask">;
  mails: MailSender;
  listeners: SessionListeners;
  settings: AuthSettings;
}) {
  const { db, limitStore, queue, mails, listeners, settings } = options;
  const { publicUrl } = settings;
  const github =
    settings.github && createGithub({ ...settings.github, redirectUri: `${publicUrl}/redirect` });
  const limits = createLimits(limitStore, settings.limits);
  const gate = createLinkGate(limits);
  const notices = createNotices(mails);
  const ownPassword = createOwnPassword(limits);
  const box = createSecretBox(settings.installationSecret, "two-factor secrets");
  const knownBrowsers = createKnownBrowsers(createSecretBox(settings.installationSecret, "known browsers"));
  const { sessionHours } = settings;
  const sessions = createSessionsService({ db, sessionHours, listeners, knownBrowsers });
  const links = createAccountLinks(mails, publicUrl);
  const provider = createProviderService({ db, limits, provider: github });
  const twoFactor = createTwoFactorService({ db, box, limits, ownPassword, notices });
  const emails = createEmailsService({ db, mails, links, limits, gate });
  const shared = { db, limits, gate, notices, sessions, provider };
  const forgotten = createForgottenPasswordService({ ...shared, queue, mails, publicUrl });
  return {
    findActor: sessions.findActor,
    admitMailTo: limits.admitMailTo,
    admitDeletionPlan: limits.admitDeletionPlan,

    sessions,
    links,
    provider,
    twoFactor,
    emails,
    signIn: createSignInService({ ...shared, twoFactor, knownBrowsers }),
    signup: createSignupService(shared),

    forgotten,
    ownPassword,
    recovery: createAccountRecovery({ ...shared, forgotten }),
    ownAccount: createOwnAccountService({ ...shared, ownPassword, emails }),
    providerAccount: createProviderAccountService({ ...shared, ownPassword }),
    /** Deletes expired sessions, links, flows and attempt counts. */
    async deleteExpired(): Promise<void> {
      await sessions.endExpired();
      await createAccountLinksRepository(db).deleteExpired();
      await createEmailsRepository(db).dropStaleAddresses();
      await createProviderFlowsRepository(db).deleteExpired();
      await pruneRateLimits(db);
    },
  };
}
export type AuthService = ReturnType<typeof createAuthService>;
