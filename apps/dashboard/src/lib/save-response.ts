/** How long a browser may need to take the file over. */
const TAKEN_OVER_MS = 60_000;

/** Has the browser save what the server sent, under the name that it gave it. */
export async function saveResponse(response: Response, otherName: string): Promise<void> {
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name ?? otherName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_OVER_MS);
}
