import type { ArrivalFault } from "@shoal/contract";

/** The archive is refused; retrying does not help. */
export class ArrivalRefused extends Error {
  readonly fault: ArrivalFault;
  readonly path: string | null;
  constructor(fault: ArrivalFault, path: string | null = null) {
    super(path === null ? fault : `${fault}: ${path}`);
    this.fault = fault;
    this.path = path;
  }
}

/** The archive cannot be read or loaded at the moment. */
export class NotNow extends Error {}
