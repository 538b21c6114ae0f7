import { code, heading, list, note, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Where the rule “Who may stream” asks for a token, a video plays for those alone who bring one that your backend signed: a JWT, signed by ES256 with a key of yours.",
  ),
  heading("keys", "Keys"),
  text(
    "An account manager adds them under [Signed tokens](/config?tab=tokens): made by the platform, which shows the private key once, or your own, of the curve P-256. Two at most: add the next, sign with it, then delete the former. Within 5 seconds viewers who came by a deleted key are sent away, and its tokens let nobody in.",
  ),
  heading("claims", "What a token says"),
  table(
    ["Claim", "Meaning"],
    [
      ["`video`", "The id of the video, or what your page calls it in the plugin."],
      [
        "`collection`",
        "Instead: every video that you put into the collection with this name. With `video`, both must be met.",
      ],
      [
        "`exp`",
        "Until when it is taken, in seconds since 1970. Needed. Set it beyond the end of what is watched, or give a fresh one in time (see Renewal below).",
      ],
      ["`nbf`", "From when on. May be left out."],
      ["`origin`", "The site whose pages may play it, such as `https://www.example.com`. May be left out."],
      ["`ip`", "The address of the viewer, or his network in CIDR. May be left out."],
      ["`viewer`", "Whom you gave it to, 200 characters at most. The platform keeps it nowhere."],
    ],
  ),
  list(
    "The header has `alg`, which is `ES256`, and best `kid`: the id of the key.",
    "A token has 4,000 characters at most.",
    "Clocks may differ by 60 seconds.",
  ),
  heading("sign", "Making one"),
  text("For Node. The private key stands in `STREAMING_KEY`, the id of the key in `STREAMING_KEY_ID`:"),
  code("signToken"),
  heading("plugin", "With the plugin"),
  text(
    "The option `authorization` takes a token, or a function that gives one and is asked at each renewal:",
  ),
  code("authorization"),
  heading("embed", "With the embed page"),
  text(
    "It stands behind the `#` of the address of [the frame](/doc/tools/embed), where it reaches no server and no log:",
  ),
  code("embedToken"),
  heading("renewal", "Renewal"),
  text(
    "Players bring a token again about every ten minutes, and when the rules of who may watch have changed. Tokens may be short: give the next one in time, and nobody notices.",
  ),
  list(
    "In a frame: set its address anew with another token. The player takes that one at its next renewal, without loading again.",
    "With the plugin, your function is asked. Exchange goes on with what it gives; the player is not loaded anew.",
    "Where it says `undefined`, or gives a token that lets nobody in, the plugin exchanges nothing from then on, reports `denied` once, and the player plays on from your CDN. Once there is a token, call `close()` and attach again; hls.js plays on meanwhile.",
    "Where it throws, its promise is rejected or says nothing for 10 seconds, the plugin reports `unreachable` and asks again within 15 seconds.",
  ),
  heading("errors", "Errors"),
  text(
    "The plugin reports `denied`, and its player plays on from your CDN alone; a frame sends the event `error` and says to the viewer what is wrong.",
  ),
  table(
    ["Error", "Cause"],
    [
      ["`authorization_required`", "No token was brought."],
      ["`authorization_invalid`", "The token that was brought does not let him in."],
    ],
  ),
  text(
    "The answer of the edge says why in its field `authorization`: `malformed`, `unknown key`, `wrong signature`, `expired`, `not valid yet`, `wrong video`, `wrong origin` or `wrong address`.",
  ),
  note(
    "The private key belongs in your backend alone, never in a page: whoever has it can let anybody watch.",
  ),
];
