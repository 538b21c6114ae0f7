import type { ArrivalFault } from "@shoal/contract";

/** Thrown if the archive is rejected, so that another attempt would not help. */
export class ArrivalRefused extends Error {
  readonly fault: ArrivalFault;
  readonly path: string | null;
  constructor(fault: ArrivalFault, path: string | null = null) {
    super(path === null ? fault : `${fault}: ${path}`);
    this.fault = fault;
    this.path = path;
  }
}

/** Thrown if the archive cannot be read or loaded at the moment. */
export class ArchiveUnavailable extends Error {}
