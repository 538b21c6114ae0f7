/** What of a session's claims says whether it is billed; tokens of media and of beacons have it alike. */
export interface BilledClaims {
  /** Somebody of the client looks at their own video. */
  isPreview?: boolean | undefined;
}

/** Whether what a session loads is billed to its client. The one place where sessions that are not a viewer's are left out. */
export const isBilled = ({ isPreview = false }: BilledClaims): boolean => !isPreview;
