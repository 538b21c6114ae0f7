import { figure, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A project gathers the versions of a video and the people who review them. The dashboard shows them under PROJECTS, and your own apps use the calls at `/api/projects` and `/api/teamsvireed`. Projects are available to clients whose plan includes them.",
  ),
  heading("versions", "Versions"),
  list(
    "A version shows one of your videos, with a description. Versions are numbered from 1; a new version becomes the current one, which the project opens with.",
    "A video can be chosen as soon as its upload begins. The project shows it once it can be played.",
    "People in the project watch its versions even when viewers need a password or wait for the start date.",
  ),
  heading("review", "Review"),
  text(
    "The page of a version plays it frame by frame, with its comments beside it. The timecode starts at the same value as the source’s, and uses drop frame at 29.97 and 59.94. Press `?` for the keyboard shortcuts.",
  ),
  figure(
    "review",
    "The review page: the video, the timeline with a marker for each comment, and the comments beside it.",
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
    "Click a comment, or its marker on the timeline, to go to its frame. A link to a comment or frame opens the page at that frame.",
    "Hold Ctrl and turn the wheel to zoom in on the video or the timeline; drag the video to move it.",
    "Videos with a variable frame rate are counted on an even grid at the rate that shows every frame; the page indicates this.",
  ),
  heading("drawing", "Drawing and comparing"),
  list(
    "Start a comment and choose the brush to draw on the frame with a pen, arrows, rectangles, ellipses, text or pins. The drawing appears over the video whenever its comment is selected, and in the PDF.",
    "Compare two versions of a project to play them together, and to see which frames are changed, new or removed. Open comments on the earlier version appear at the matching frames of the newer one.",
  ),
  figure("drawing", "Drawing on a frame: the tools above the video, and the drawing of a comment."),
  figure(
    "comparison",
    "Comparing two versions: both frames at the same position, and below them the parts that were changed or removed.",
  ),
  heading("attachments", "Attachments"),
  list(
    "Attach files to a comment or a reply with the paperclip, or drop or paste them where you write. A comment can have up to 10 files of up to 10 MB each, of any type.",
    "Pictures appear as thumbnails that you can open; other files are downloaded. Everyone who sees a comment sees its files. Files of team-only comments stay hidden from guests.",
    "You can remove files from your own comments; admins and editors can remove files from any comment. A removed file cannot be restored.",
    "Your apps use `/api/comments/{id}/attachments`.",
  ),
  heading("exchange", "Edit suites"),
  text(
    "The menu of the comments panel exports the comments of a version: as markers for DaVinci Resolve, Avid, Premiere Pro and Final Cut Pro, as EDL locators, as OpenTimelineIO, as CSV, or as a PDF to read and print: each comment with its frame, its drawing, its replies and its state. Timecodes start at the same value as the source’s. EDL, CSV and OTIO files can be imported as comments: before anything is added, the page shows what is new and what is rejected, and why. Imported comments keep the names of their authors and show who imported them. Importing a file again adds no duplicates.",
  ),
  heading("roles", "Roles"),
  table(
    ["Role", "Rights"],
    [
      [
        "Viewer",
        "Watches the versions, comments and draws, decides as a reviewer, and can leave the project.",
      ],
      [
        "Editor",
        "Also adds and changes versions, resolves and deletes any comment, imports comments, creates review links and chooses reviewers.",
      ],
      ["Admin", "Also invites and removes people, changes roles, edits, archives and deletes the project."],
      ["Owner", "Created the project. Has the rights of an admin, and cannot be removed."],
    ],
  ),
  heading("approval", "Approval"),
  text(
    "Reviewers of a version are people of the project, with a due date. They decide `approved`, `approvedWithNotes` or `changesWanted`; anyone who can add versions can also decide.",
  ),
  list(
    "The status of the project follows from the decisions on its newest version: requested changes come first, then missing decisions, then notes. `status` of a project is `open`, `inReview`, `approved`, `approvedWithNotes`, `changesWanted` or `archived`.",
    "For a new version, the reviewers of the previous version are asked again.",
    "Once a version has a decision, its video cannot be replaced: add the other video as a new version.",
    "Decisions are never changed. A later decision of the same person replaces the earlier one, and the history keeps both.",
    "Your apps use `/api/projects/{id}/versions/{n}/approval`, `…/reviewers` and `…/decisions`. Your app generates the `uuid` of a decision, so that a decision sent twice is recorded once.",
  ),
  heading("notifications", "Notifications"),
  text(
    "People are notified of mentions, replies, requests for their decision, new versions, and comments and decisions on their versions. `/api/news` lists this page by page, `/api/news/read` marks it as read, and `/api/news/settings` sets what is sent by email: as it happens, once a day at 8:00 in the person’s time zone, or never. People are not notified of their own actions, or of projects they have left.",
  ),
  heading("review-links", "Review links"),
  text(
    "People without an account can review a version through a review link. “Review links”, above a project’s versions, lists them for owners, admins and editors. Your own apps use the calls at `/api/projects/{id}/reviewlinks`.",
  ),
  figure(
    "reviewLink",
    "A review link: you choose what it allows, and guests see only that version, with their name over the video if you want.",
  ),
  list(
    "A link shows one version, or always the newest. Guests see no other version, project or video, and no team-only comments. They see who wrote a comment, but not who else is on the page.",
    "A link lets guests comment or only watch, and download or not. It can ask for an email address and a password, end on a date, and show the guest’s name over the video.",
    "Guests whose link is revoked, turned off or ended, or gets another password, lose access within five seconds, even if they have the page open. Their comments stay.",
    "The watermark is drawn by the guest’s browser. It identifies the person who records the screen; it does not protect downloaded files.",
  ),
  heading("teams", "Teams"),
  text(
    "A team brings several people into a project at once. Each member has their role in the team, unless the project gives the whole team one role. The strongest role of a person applies. Only a team’s manager can change it.",
  ),
];
