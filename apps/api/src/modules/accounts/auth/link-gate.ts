import { AppError } from "@shoal/contract";
import type { AuthLimits } from "./limits.ts";

/** Counts invalid links by the address that tries them; valid links do not count. */
export interface LinkGate {
  /** Runs `work` for a link. @throws the errors of `work`, and TooManyRequestsError. */
  pass<T>(address: string, work: () => Promise<T>): Promise<T>;
}

export function createLinkGate(limits: Pick<AuthLimits, "link">): LinkGate {
  return {
    async pass(address, work) {
      const attempt = await limits.link(address);
      try {
        const result = await work();
        await attempt.forgive();
        return result;
      } catch (error) {
        if (!(error instanceof AppError && error.code === "link_expired")) await attempt.forgive();
        throw error;
      }
    },
  };
}
