/** Stands for the script's sha256 in the plugin, which exchanges nothing where the browser has none of its own. */
export function sha256(): never {
  throw new Error();
}
