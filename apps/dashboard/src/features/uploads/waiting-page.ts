/**
 * Whether a page has a form that waits for a video: the end of an upload, or of a fetch by URL, does not make the window leave the page.
 * @example isWaitingPage("/newproject") // true
 */
export const isWaitingPage = (pathname: string): boolean => /^\/(?:newproject|vireed)(?:\/|$)/.test(pathname);
