import type { texts as accessSimulator } from "./en/accessSimulator.ts";
import type { texts as alerts } from "./en/alerts.ts";
import type { texts as analytics } from "./en/analytics.ts";
import type { texts as apiCalls } from "./en/apiCalls.ts";
import type { texts as apiKeys } from "./en/apiKeys.ts";
import type { texts as auth } from "./en/auth.ts";
import type { texts as billing } from "./en/billing.ts";
import type { texts as captions } from "./en/captions.ts";
import type { texts as cdn } from "./en/cdn.ts";
import type { texts as chat } from "./en/chat.ts";
import type { texts as chatButton } from "./en/chatButton.ts";
import type { texts as clients } from "./en/clients.ts";
import type { texts as closed } from "./en/closed.ts";
import type { texts as compare } from "./en/compare.ts";
import type { texts as configs } from "./en/configs.ts";
import type { texts as consumption } from "./en/consumption.ts";
import type { texts as creation } from "./en/creation.ts";
import type { texts as dates } from "./en/dates.ts";
import type { texts as delivery } from "./en/delivery.ts";
import type { texts as deliveryRules } from "./en/deliveryRules.ts";
import type { texts as docs } from "./en/docs.ts";
import type { texts as doctor } from "./en/doctor.ts";
import type { texts as edges } from "./en/edges.ts";
import type { texts as exits } from "./en/exits.ts";
import type { texts as exportLinks } from "./en/exportLinks.ts";
import type { texts as externalStreams } from "./en/externalStreams.ts";
import type { texts as fileStage } from "./en/fileStage.ts";
import type { texts as files } from "./en/files.ts";
import type { texts as footprint } from "./en/footprint.ts";
import type { texts as guestReview } from "./en/guestReview.ts";
import type { texts as help } from "./en/help.ts";
import type { texts as imports } from "./en/imports.ts";
import type { texts as invoices } from "./en/invoices.ts";
import type { texts as library } from "./en/library.ts";
import type { texts as live } from "./en/live.ts";
import type { texts as liveChat } from "./en/liveChat.ts";
import type { texts as liveStage } from "./en/liveStage.ts";
import type { texts as logs } from "./en/logs.ts";
import type { texts as manage } from "./en/manage.ts";
import type { texts as map } from "./en/map.ts";
import type { texts as news } from "./en/news.ts";
import type { texts as outros } from "./en/outros.ts";
import type { texts as palette } from "./en/palette.ts";
import type { texts as papers } from "./en/papers.ts";
import type { texts as people } from "./en/people.ts";
import type { texts as pictures } from "./en/pictures.ts";
import type { texts as pluginVideos } from "./en/pluginVideos.ts";
import type { texts as profile } from "./en/profile.ts";
import type { texts as projects } from "./en/projects.ts";
import type { texts as proof } from "./en/proof.ts";
import type { texts as rankings } from "./en/rankings.ts";
import type { texts as rehearsal } from "./en/rehearsal.ts";
import type { texts as review } from "./en/review.ts";
import type { texts as reviewLinks } from "./en/reviewLinks.ts";
import type { texts as reviewNotes } from "./en/reviewNotes.ts";
import type { texts as rules } from "./en/rules.ts";
import type { texts as sceneLists } from "./en/sceneLists.ts";
import type { texts as shell } from "./en/shell.ts";
import type { texts as teams } from "./en/teams.ts";
import type { texts as theme } from "./en/theme.ts";
import type { texts as timeline } from "./en/timeline.ts";
import type { texts as trash } from "./en/trash.ts";
import type { texts as uploads } from "./en/uploads.ts";
import type { texts as users } from "./en/users.ts";
import type { texts as video } from "./en/video.ts";
import type { texts as videoMedia } from "./en/videoMedia.ts";
import type { texts as videos } from "./en/videos.ts";
import type { texts as watching } from "./en/watching.ts";
import type { texts as webhooks } from "./en/webhooks.ts";

/** English texts by area. A page loads only the areas that it shows, and only in the reader's language. */
export interface Areas {
  shell: typeof shell;
  auth: typeof auth;
  /** Instead of a screen that does not open. */
  closed: typeof closed;
  /** Where a live is sent on to. */
  externalStreams: typeof externalStreams;
  /** Subtitles of a video. */
  captions: typeof captions;
  chat: typeof chat;
  /** Files that are chosen, sent and looked at, of comments and of chat. */
  files: typeof files;
  /** The icon in the navigation bar. */
  chatButton: typeof chatButton;
  /** The command palette. */
  palette: typeof palette;
  trash: typeof trash;
  outros: typeof outros;
  /** The picture bank, and choosing from it. */
  pictures: typeof pictures;
  uploads: typeof uploads;
  /** The form for new videos. */
  creation: typeof creation;
  videos: typeof videos;
  /** The page of one video. */
  video: typeof video;
  /** Thumbnail, download and replacement on that page. */
  videoMedia: typeof videoMedia;
  /** Fields for a moment. */
  dates: typeof dates;
  /** A timeline with its sound, a part of which can be enlarged. */
  timeline: typeof timeline;
  /** Player and timeline on which a version is reviewed. */
  review: typeof review;
  library: typeof library;
  /** The settings for a live's encoder, and the state of the live. */
  live: typeof live;
  /** How far a file is, in the place of its player. */
  fileStage: typeof fileStage;
  /** What a live is doing, in the place of its player. */
  liveStage: typeof liveStage;
  /** The chat beside a live. */
  liveChat: typeof liveChat;
  /** Rooms of lives without delay. */
  delivery: typeof delivery;
  profile: typeof profile;
  /** Contract and bank details, on the profile and the page of a client. */
  papers: typeof papers;
  /** Shared by the screens of users, clients and the log. */
  manage: typeof manage;
  /** Bringing back colleagues, on the profile and the screens of users. */
  people: typeof people;
  users: typeof users;
  clients: typeof clients;
  logs: typeof logs;
  /** What the daily check of the installation found, for the operator. */
  doctor: typeof doctor;
  /** What the operator sees of the edges. */
  edges: typeof edges;
  /** What clients use, for the operator. */
  consumption: typeof consumption;
  billing: typeof billing;
  /** What clients have to pay, for them and for the operator. */
  invoices: typeof invoices;
  help: typeof help;
  /** The documentation of the plugin and its samples; its pages are in the feature. */
  docs: typeof docs;
  exits: typeof exits;
  exportLinks: typeof exportLinks;
  /** CDN entries, caching, and what delivery costs. */
  cdn: typeof cdn;
  /** How the player looks, on the profile and the page of a client. */
  theme: typeof theme;
  /** Keys of a client's backends. */
  apiCalls: typeof apiCalls;
  apiKeys: typeof apiKeys;
  /** Webhooks and their deliveries. */
  webhooks: typeof webhooks;
  /** Lists of videos that come from elsewhere. */
  imports: typeof imports;
  /** Messages about delivery rules, configs and collections. */
  rules: typeof rules;
  /** The window of the rules, and its summary on the page of a video. */
  deliveryRules: typeof deliveryRules;
  /** Whether someone would be let in, in that window. */
  accessSimulator: typeof accessSimulator;
  /** The screen of configs. */
  configs: typeof configs;
  /** What an event will ask of the servers. */
  rehearsal: typeof rehearsal;
  sceneLists: typeof sceneLists;
  /** What viewers watched. */
  analytics: typeof analytics;
  /** The best and the worst, and by what. */
  rankings: typeof rankings;
  /** Where viewers and cameras are. */
  map: typeof map;
  /** What a month took of energy, carbon and water. */
  footprint: typeof footprint;
  proof: typeof proof;
  /** How far they watched, and their sessions one by one. */
  watching: typeof watching;
  /** What viewers or a client suffer from. */
  alerts: typeof alerts;
  /** What happened in projects, and what of it is mailed. */
  news: typeof news;
  /** Projects with their people and versions. */
  projects: typeof projects;
  /** Comments, drawings and people on the review page. */
  reviewNotes: typeof reviewNotes;
  /** Two versions of a project side by side, and what changed between them. */
  compare: typeof compare;
  /** Review links of a project, for those who manage them. */
  reviewLinks: typeof reviewLinks;
  /** The page of guests of a review link. */
  guestReview: typeof guestReview;
  /** Teams and who manages them. */
  teams: typeof teams;
  /** Media on other CDNs, and their collections. */
  pluginVideos: typeof pluginVideos;
}
export type Area = keyof Areas;

/** The keys that every language must have, plural forms included, with any text. */
type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> };
export type TextsOf<A extends Area> = Same<Areas[A]>;

type Merge<U> = (U extends unknown ? (all: U) => void : never) extends (all: infer M) => void ? M : never;
export type AllTexts = Merge<Areas[Area]>;
