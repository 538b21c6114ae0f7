/**
 * Whether a live can be fetched from a URL, as far as the page can check. The server also checks the address that the host resolves to.
 * @example isSourceUrl("rtsp://camera.example.org/1") // true
 */
export const isSourceUrl = (text: string): boolean =>
  /^(rtmps?|rtsps?|https?):\/\/[^/\s]+/i.test(text.trim()) && URL.canParse(text.trim());
