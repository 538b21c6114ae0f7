import { viewerOf } from "@shoal/sdk/viewer-id";

/** As the edge writes it into the page: its content is the name under which the browser keeps who its viewer is. */
const TAG = 'meta[name="shoal-viewer"]';
/** Where it is blocked, it throws, and he is nobody: another one at each renewal would change his group as he watches. */
const storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};

/**
 * Tells who the viewer is where the client's proof mode parts viewers; nobody where he refused, or is asked and has not
 * agreed.
 * @param consent whether he agreed, as it is now.
 */
export function rememberViewer(consent: () => boolean | undefined): () => string | undefined {
  const tag = document.querySelector<HTMLMetaElement>(TAG);
  if (!tag) return () => undefined;
  const isAsked = "asks" in tag.dataset;
  return () => {
    const given = consent();
    return given === false || (isAsked && !given) ? undefined : viewerOf(tag.content, storage, Date.now());
  };
}
