/** Somebody films whose picture does not come here. */
export interface Attendance {
  /** Resolves when the live has ended: nobody needs to be there any more. */
  over: Promise<void>;
  /** He is gone. */
  end(): void;
}
