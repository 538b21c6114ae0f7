import type { ArrivalFault } from "@shoal/contract";

/** The archive is not taken, whatever is tried again. */
export class ArrivalRefused extends Error {
  readonly fault: ArrivalFault;
  readonly path: string | null;
  constructor(fault: ArrivalFault, path: string | null = null) {
    super(path === null ? fault : `${fault}: ${path}`);
    this.fault = fault;
    this.path = path;
  }
}

/** Its server is away or busy for now. */
export class NotNow extends Error {}
