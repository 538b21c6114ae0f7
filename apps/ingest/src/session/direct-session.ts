/** The session of a publisher whose video goes directly to viewers. */
export interface DirectSession {
  /** Resolves when the live has ended. */
  over: Promise<void>;
  /**
   * Records that the publisher has left.
   * @param isSignedOff whether the publisher ended the stream properly, so that nothing was lost.
   */
  end(isSignedOff: boolean): void;
}
