/** The time that a browser may need to start saving the file, in ms. */
const OBJECT_URL_TTL_MS = 60_000;

/**
 * Returns the file name from a `Content-Disposition` header: the name with all its characters (RFC 6266), or otherwise the plain ASCII
 * name.
 */
function fileNameIn(header: string): string | undefined {
  const full = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1];
  return full === undefined ? /filename="([^"]+)"/.exec(header)?.[1] : decodeURIComponent(full);
}

/** Makes the browser save the response, under the name given by the server. */
export async function saveResponse(response: Response, otherName: string): Promise<void> {
  const name = fileNameIn(response.headers.get("content-disposition") ?? "");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name ?? otherName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), OBJECT_URL_TTL_MS);
}
