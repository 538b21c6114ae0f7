import { example, heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "An app creates a live, tells an encoder where to publish, and embeds the live once it is on air. It needs an API key of type “Manages lives”.",
  ),
  heading("program", "From the key to the player"),
  example("live.mjs"),
  note(
    "Stream keys are secrets: anyone who has one can broadcast. `renewStreamKey` replaces one; a broadcast that is already running continues.",
  ),
  heading("afterwards", "During and after the live"),
  list(
    "`getInputInfos` shows the incoming signal: codec, resolution, frame rate and bitrate, as measured in the last seconds.",
    "`updateVideo` renames a live and changes how long viewers can go back, also with a key of this type.",
    "`clipLive` saves the last minutes as a separate video.",
    "With `keepLive`, a recording remains when the live ends.",
  ),
  text(
    "[Webhooks](/doc/api/webhooks) tell your server what happens: `live.started`, `live.lost`, `live.back` and `live.ended`.",
  ),
];
