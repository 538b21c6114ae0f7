import { type DescribedOutro, OUTRO_BEACON_PATH } from "@shoal/contract";
import { pictureSourceOf } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";

/** Returns the outro of a video in the form that players get; null if it has no outro. */
export function publicOutroOf(outro: DescribedOutro | null, publicUrl: string): PlaySession["outro"] {
  if (!outro) return null;
  const { uuid, title, description, button, subtext } = outro;
  const sourceOf = (picture: DescribedOutro["image"]) =>
    picture && pictureSourceOf(picture.files, picture.alt, publicUrl);
  return {
    id: uuid,

    title,
    description,
    button,
    subtext,
    image: sourceOf(outro.image),
    backgroundImage: sourceOf(outro.backgroundImage),
    countUrl: `${publicUrl}${OUTRO_BEACON_PATH}`,
  };
}
