import { code, heading, note, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Videos on this platform need no plugin: their player includes peer-to-peer delivery. `/embed/VIDEO` is the player for iframes, `/v/VIDEO` is the same as a full page. The code of a video is on its page, ready to copy.",
  ),
  code("iframe"),
  heading("parameters", "URL parameters"),
  table(
    ["Parameter", "Meaning"],
    [
      [
        "`?t=90`, `?t=1m30s`, `?t=1:30`, `#t=…`",
        "Starts at this position. By default, viewers resume where they stopped.",
      ],
      [
        "`?autoplay`",
        "Starts immediately, muted if the browser requires a click first. `autoplay=0` never starts automatically, whatever the video’s setting.",
      ],
      ["`?muted`", "Starts muted."],
      ["`?loop`", "Starts again at the end."],
      ["`?title=0`, `?title=1`", "Hides or shows the title, whatever the client’s setting."],
      ["`?controls=0`", "Shows only the picture and the large play button."],
      ["`?lang=en`, `?lang=fr`", "Language of the controls. Default: the browser’s language."],
      ["`?p2p=0`", "This viewer does not share."],
      [
        "`?consent=1`, `?consent=0`",
        "Your page has asked the viewer for consent to share: they accepted or declined.",
      ],
      [
        "`#authorization=…`",
        "A token from your backend, if the rules require one: see [Streaming tokens](/doc/reference/streaming-tokens).",
      ],
    ],
  ),
  text("To turn on an option, write `muted`, `muted=1` or `muted=true`."),
  heading("messages", "Messages"),
  text("Send commands to the iframe and receive events from it:"),
  code("messages"),
  table(
    ["Command", "Fields"],
    [
      ["`play`, `pause`, `getState`", "None."],
      ["`seek`", "`positionSec`, 0 or more."],
      ["`setVolume`", "`volume`, 0 to 1; 0 is silent."],
      ["`setCaptions`", "`captions`: the id of a track or its language, such as `fr`; null for none."],
      ["`refresh`", "Reloads what has changed: title, chapters, captions."],
    ],
  ),
  text(
    'Each command is answered with `{ event: "answer", id, state, error? }`, with the `id` of the command.',
  ),
  table(
    ["Event", "When"],
    [
      ["`ready`", "The video is ready to play."],
      ["`play`, `pause`, `ended`", "Playback started, paused or reached the end."],
      ["`timeupdate`", "About four times a second during playback."],
      ["`chapterchange`, `captionschange`", "The chapter or the captions have changed."],
      ["`error`", "`error` gives the reason, such as `not_found`, `denied` or `network`."],
    ],
  ),
  note(
    "Check `origin` and `source` of the messages you receive, as above. The player listens only to the page that frames it.",
  ),
];
