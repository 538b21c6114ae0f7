/**
 * Removes the slashes at the end of an address.
 * @example tidyUrl("https://video.example.com/") // "https://video.example.com"
 */
export function tidyUrl(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end -= 1;
  return url.slice(0, end);
}
