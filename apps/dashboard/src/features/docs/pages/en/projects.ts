import { heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A project gathers the versions of a film and the people who review them. The dashboard shows them under PROJECTS, and your own programs use the calls at `/api/projects` and `/api/teamsvireed`. Projects are available to clients whose plan includes them.",
  ),
  heading("versions", "Versions"),
  list(
    "A version shows one of your videos, with a description. Versions are numbered from 1; a new version becomes the current one, which the project opens with.",
    "A video can be chosen as soon as its upload begins. The project shows it once it can be played.",
    "People in the project watch its versions even when viewers need a password or wait for the start date.",
  ),
  heading("review", "Review"),
  text(
    "The page of a version plays it frame by frame, with its comments beside it. The timecode starts where the source's does, and uses drop frame at 29.97 and 59.94. Press ? for the keyboard shortcuts.",
  ),
  table(
    ["Key", "What it does"],
    [
      ["J K L", "Plays backward, pauses, plays forward; press again to go faster."],
      ["← → or , .", "Goes one frame back or forward; with Shift and an arrow, one second."],
      ["I O", "Marks a range, which plays from its first to its last frame. R loops it, X clears it."],
      ["C", "Comments on the frame, or on the marked range."],
      ["G", "Goes to a timecode that you enter; also +10, 120f or 62.5s."],
    ],
  ),
  list(
    "Click a comment, or its mark on the timeline, to go to its frame. Links to a comment or a frame open the page there.",
    "Hold Ctrl and turn the wheel to zoom in on the picture or the timeline; drag the picture to move it.",
    "Videos with a variable frame rate are counted on an even grid at the rate that shows every frame; the page says so.",
  ),
  heading("roles", "Roles"),
  table(
    ["Role", "Rights"],
    [
      ["Viewer", "Watches the versions, and can leave the project."],
      ["Editor", "Also adds and changes versions."],
      ["Admin", "Also invites and removes people, changes roles, edits, archives and deletes the project."],
      ["Owner", "Created the project. Has the rights of an admin, and cannot be removed."],
    ],
  ),
  heading("teams", "Teams"),
  text(
    "A team brings several people into a project at once. Each member has their role in the team, unless the project gives the whole team one role. The strongest role of a person applies. Only a team's manager changes the team.",
  ),
];
