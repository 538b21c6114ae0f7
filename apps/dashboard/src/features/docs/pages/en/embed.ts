import { code, heading, note, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "For videos that are on this platform no plugin is needed: their own player exchanges by itself. `/embed/VIDEO` is the player for frames, `/v/VIDEO` the same as a page of its own. The code of a video is on its page, ready to copy.",
  ),
  code("iframe"),
  heading("parameters", "In the address"),
  table(
    ["Parameter", "Meaning"],
    [
      [
        "`?t=90`, `?t=1m30s`, `?t=1:30`, `#t=…`",
        "Begins there; without it a viewer goes on where he stopped.",
      ],
      [
        "`?autoplay`",
        "Plays at once, without sound where the browser asks for a click first; `autoplay=0` never does, whatever the video says.",
      ],
      ["`?muted`", "Begins without sound."],
      ["`?loop`", "Begins again at the end."],
      ["`?title=0`, `?title=1`", "Without the title; with it, whatever the client chose."],
      ["`?controls=0`", "Picture and large play button alone."],
      ["`?lang=en`, `?lang=fr`", "Language of the controls; otherwise the browser's."],
      ["`?p2p=0`", "This viewer exchanges with nobody."],
      [
        "`?consent=1`, `?consent=0`",
        "Your page has asked the viewer whether he exchanges with others: he said yes, or no.",
      ],
      [
        "`#authorization=…`",
        "A token of your backend, where the rules ask for one: see [Streaming tokens](/doc/reference/streaming-tokens).",
      ],
    ],
  ),
  text("A switch is on as `muted`, `muted=1` or `muted=true`."),
  heading("messages", "Messages"),
  text("Send commands to the frame, and hear events from it:"),
  code("messages"),
  table(
    ["Command", "Fields"],
    [
      ["`play`, `pause`, `getState`", "None."],
      ["`seek`", "`positionSec`, 0 or more."],
      ["`setVolume`", "`volume`, 0 to 1; 0 is silence."],
      ["`setCaptions`", "`captions`: the id of a track or its language as `fr`; null for none."],
      ["`refresh`", "Asks for what was changed meanwhile: title, chapters, captions."],
    ],
  ),
  text('Each is answered by `{ event: "answer", id, state, error? }` with the `id` that it carried.'),
  table(
    ["Event", "When"],
    [
      ["`ready`", "The video can be played."],
      ["`play`, `pause`, `ended`", "It began, stopped, came to its end."],
      ["`timeupdate`", "Some four times a second while it plays."],
      ["`chapterchange`, `captionschange`", "Another chapter, or other captions, are shown."],
      ["`error`", "`error` says why, as `not_found`, `denied` or `network`."],
    ],
  ),
  note(
    "Check `origin` and `source` of what you receive, as above. The player hears the page that frames it, and no other window.",
  ),
];
