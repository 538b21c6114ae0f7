import { viewerOf } from "@shoal/sdk/viewer-id";

/** The tag that the edge writes into the page. It contains the name under which the browser stores the viewer's id. */
const KEY_TAG_SELECTOR = 'meta[name="shoal-viewer"]';
/**
 * A storage that throws if it is blocked. In that case the viewer has no id, since a new one at each renewal would change their
 * group during playback.
 */
const throwingStorage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};

/**
 * Returns a function for the viewer's id if the client's proof mode groups viewers. The id is undefined if the viewer has declined,
 * or has not answered although consent is required.
 * @param consent the viewer's current answer.
 */
export function rememberViewer(consent: () => boolean | undefined): () => string | undefined {
  const tag = document.querySelector<HTMLMetaElement>(KEY_TAG_SELECTOR);
  if (!tag) return () => undefined;
  const isAsked = "asks" in tag.dataset;
  return () => {
    const given = consent();
    return given === false || (isAsked && !given)
      ? undefined
      : viewerOf(tag.content, throwingStorage, Date.now());
  };
}
