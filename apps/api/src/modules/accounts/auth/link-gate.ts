import { AppError } from "@shoal/contract";
import type { Limits } from "./limits.ts";

/** Counts links that do not work by the address that tries them; good ones cost nothing. */
export interface LinkGate {
  /** @throws what `work` throws; TooManyRequestsError. */
  pass<T>(address: string, work: () => Promise<T>): Promise<T>;
}

export function createLinkGate(limits: Pick<Limits, "link">): LinkGate {
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
