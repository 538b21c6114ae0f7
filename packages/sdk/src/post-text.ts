import { responseTimeout } from "./response-timeout.ts";

/**
 * Sends JSON as text, which needs no preflight, even while the page is being left.
 * @throws TypeError or DOMException if there is no response.
 * @example const { ok } = await postText(beacon.url, batch);
 */
export const postText = (url: string, value: object): Promise<Response> =>
  fetch(url, { method: "POST", keepalive: true, body: JSON.stringify(value), signal: responseTimeout() });
