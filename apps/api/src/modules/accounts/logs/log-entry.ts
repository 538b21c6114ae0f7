/** The audit log entry of one call. */
export interface LogEntry {
  at: Date;
  /** The client that the call was about; null if none is known. */
  clientUuid: string | null;
  clientName: string | null;
  /** Whether the caller is an administrator who belongs to another client. */
  isViewed: boolean;
  userUuid: string | null;
  username: string | null;
  /** `login`, or method and path of the call as in the contract. */
  type: string;
  /** The object of the action: a uuid or a name. */
  target: string | null;
  status: number;
  address: string | null;
  /** The entered name of a failed sign-in. Kept only if it is a user's, since people type passwords there too. */
  attemptedLogin?: string;
}

/** Fills in the defaults of an entry. @example logEntryOf({ type: "login" }).status // 200 */
export function logEntryOf(entry: Partial<LogEntry> & { type: string }): LogEntry {
  return {
    at: new Date(),
    clientUuid: null,
    clientName: null,
    isViewed: false,
    userUuid: null,
    username: null,
    target: null,
    status: 200,
    address: null,
    ...entry,
  };
}
