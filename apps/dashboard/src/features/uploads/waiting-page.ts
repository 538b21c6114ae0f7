/**
 * Whether a page has a form that waits for the video. The upload window then does not leave the page when an upload or a fetch by URL ends.
 * @example isWaitingPage("/newproject") // true
 */
export const isWaitingPage = (pathname: string): boolean => /^\/(?:newproject|vireed)(?:\/|$)/.test(pathname);
