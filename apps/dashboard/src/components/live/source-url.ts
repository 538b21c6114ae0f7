/**
 * Whether a live may be fetched from an address, as far as this page can tell; the server judges where it leads.
 * @example isSourceUrl("rtsp://camera.example.org/1") // true
 */
export const isSourceUrl = (text: string): boolean =>
  /^(rtmps?|rtsps?|https?):\/\/[^/\s]+/i.test(text.trim()) && URL.canParse(text.trim());
