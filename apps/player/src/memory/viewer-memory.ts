import { viewerOf } from "@shoal/sdk/viewer-id";

/** Written into the page by the edge: the name under which the browser stores the viewer's identifier. */
const TAG = 'meta[name="shoal-viewer"]';
/**
 * Throws where storage is blocked; the viewer then has no id: a new one at each renewal would change their
 * group during playback.
 */
const storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};

/**
 * The viewer's id if the client's proof mode groups viewers; undefined if the viewer refused, or is required to agree and has
 * not.
 * @param consent the viewer's current answer.
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
