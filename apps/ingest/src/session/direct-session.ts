/** Someone films whose picture does not come here. */
export interface DirectSession {
  /** Resolves when the live has ended: nobody needs to be there any more. */
  over: Promise<void>;
  /** They are gone. @param isSignedOff they ended it properly: nothing was lost. */
  end(isSignedOff: boolean): void;
}
