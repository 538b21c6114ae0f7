import type { Language, PlayerTexts } from "../i18n/texts.ts";
import { AUTO_QUALITY, qualityBadge, qualityLabel } from "../playback/playback.ts";
import type { Captions, CaptionsTrack } from "./captions.ts";
import { chapterChoices } from "./chapters.ts";
import { PLAYBACK_SPEEDS, SKIN_EVENTS, type SkinContext } from "./context.ts";
import { createHtmlElement, setIconAndLabel } from "./dom.ts";
import { formatSize, formatSpeed } from "./format.ts";
import { createIcon, type IconName } from "./icons.ts";
import { isLive } from "./live.ts";
import { createChoiceList, handleArrowKeys, type MenuChoice } from "./menu.ts";

type PageName = "root" | "chapters" | "quality" | "speed" | "captions" | "exchange" | "download";

interface SettingsPage {
  name: Exclude<PageName, "root">;
  icon: IconName;
  title: string;
  value: string;
  choices: MenuChoice[];
}

/** The events after which the content of the menu may have changed. */
const REDRAW_EVENTS = [SKIN_EVENTS.session, SKIN_EVENTS.qualities, SKIN_EVENTS.captions];

/** Creates the settings button and its menu of chapters, quality, speed and captions. */
export function createSettings(context: SkinContext, captions: Captions): HTMLElement {
  const { root, video, texts } = context;
  const button = createHtmlElement("button", {
    type: "button",
    class: "button",
    "aria-haspopup": "menu",
    "aria-expanded": "false",
  });
  const badge = createHtmlElement("span", { class: "gear-badge" });
  const menu = createHtmlElement("div", { class: "menu", role: "dialog", "aria-label": texts.settings });
  const element = createHtmlElement("div", { class: "settings" }, [button, menu]);
  setIconAndLabel(button, createIcon("settings"), texts.settings);
  button.append(badge);
  let open: PageName | undefined;

  const show = (page: PageName | undefined, isMoved = true) => {
    open = page;
    element.classList.toggle("is-open", page !== undefined);
    button.setAttribute("aria-expanded", String(page !== undefined));
    if (page === undefined) return;
    menu.replaceChildren(drawPage(context, captions, page, show));
    if (isMoved)
      (menu.querySelector<HTMLElement>("[aria-checked=true]") ?? menu.querySelector("button"))?.focus();
  };
  const refresh = () => {
    badge.textContent = qualityBadge(context.playback()?.playingQuality()?.height ?? 0);
    badge.hidden = badge.textContent === "" || badge.textContent === "SD";
    if (open !== undefined && !menu.contains(document.activeElement)) show(open, false);
  };
  button.addEventListener("click", () => show(open === undefined ? "root" : undefined));
  document.addEventListener("pointerdown", (event) => {
    if (open !== undefined && event.target instanceof Node && !element.contains(event.target))
      show(undefined);
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    show(open === "root" ? undefined : "root");
    if (open === undefined) button.focus();
  });
  handleArrowKeys(menu);
  root.addEventListener(SKIN_EVENTS.chapters, () => show(open === "chapters" ? undefined : "chapters"));
  for (const name of REDRAW_EVENTS) root.addEventListener(name, refresh);
  video.addEventListener("ratechange", refresh);
  refresh();
  return element;
}

function drawPage(
  context: SkinContext,
  captions: Captions,
  name: PageName,
  show: (page: PageName) => void,
): HTMLElement {
  const pages = listPages(context, captions, () => show("root"));
  const page = pages.find((entry) => entry.name === name);
  if (page) return createChoiceList(page.title, context.texts.menuBack, page.choices, () => show("root"));
  const rows = pages.map((entry) => {
    const row = createHtmlElement("button", { type: "button", class: "menu-item", role: "menuitem" }, [
      createIcon(entry.icon),
      createHtmlElement("span", { class: "menu-label", text: entry.title }),
      createHtmlElement("span", { class: "menu-note", text: entry.value }),
      createIcon("right"),
    ]);
    row.addEventListener("click", () => show(entry.name));
    return row;
  });
  return createHtmlElement("div", { class: "menu-page menu-items", role: "menu" }, rows);
}

function listPages(context: SkinContext, captions: Captions, done: () => void): SettingsPage[] {
  const pages = [
    chaptersPage(context, done),
    qualityPage(context, done),
    speedPage(context, done),
    captionsPage(context, captions, done),
    exchangePage(context, done),
    downloadPage(context, done),
  ];
  // A page with a single choice is omitted. Downloads are an exception, because even a single file is useful.
  return pages.filter(({ name, choices }) => choices.length > (name === "download" ? 0 : 1));
}

/** Creates the page on which viewers can change their answer, if they were asked for consent to share data. */
function exchangePage({ consent, texts }: SkinContext, done: () => void): SettingsPage {
  const prompt = consent();
  const toChoice = (isGiven: boolean, label: string): MenuChoice => ({
    label,
    isChosen: prompt?.choice() === isGiven,
    choose: () => {
      prompt?.choose(isGiven);
      done();
    },
  });
  const choices = prompt ? [toChoice(true, texts.exchangeOn), toChoice(false, texts.exchangeOff)] : [];
  return { name: "exchange", icon: "exchange", title: texts.exchange, value: chosenLabel(choices), choices };
}

/** Creates the page with the files that the viewer may save. */
function downloadPage({ session, texts, language }: SkinContext, done: () => void): SettingsPage {
  const choices = (session()?.downloads ?? []).map(({ url, height, approximateBytes }) => ({
    label: qualityLabel(height),
    note: formatSize(approximateBytes, language),
    choose: () => {
      saveFile(url);
      done();
    },
  }));
  return { name: "download", icon: "download", title: texts.download, value: "", choices };
}

/** Saves a file by a click on a link, so that an error page would not replace the player. */
function saveFile(url: string): void {
  const link = createHtmlElement("a", { href: url, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

const chosenLabel = (choices: MenuChoice[]): string => choices.find((choice) => choice.isChosen)?.label ?? "";

function chaptersPage(context: SkinContext, done: () => void): SettingsPage {
  const choices = chapterChoices(context, done);
  return {
    name: "chapters",
    icon: "chapters",
    title: context.texts.chapters,
    value: chosenLabel(choices),
    choices,
  };
}

function qualityPage({ playback, texts }: SkinContext, done: () => void): SettingsPage {
  const player = playback();
  const chosen = player?.chosenQuality() ?? AUTO_QUALITY;
  const playing = player?.playingQuality()?.label ?? "";
  const toChoice = (id: number, label: string, note = ""): MenuChoice => ({
    label,
    note,
    isChosen: id === chosen,
    choose: () => {
      player?.chooseQuality(id);
      done();
    },
  });
  const qualities = player?.qualities() ?? [];
  const choices = qualities.map(({ id, label }) => toChoice(id, label));
  // A single rendition gives viewers nothing to choose.
  if (qualities.length > 1)
    choices.unshift(toChoice(AUTO_QUALITY, texts.auto, chosen === AUTO_QUALITY ? playing : ""));
  const isAuto = chosen === AUTO_QUALITY && playing !== "";
  const value = isAuto ? `${texts.auto} · ${playing}` : chosenLabel(choices);
  return { name: "quality", icon: "quality", title: texts.quality, value, choices };
}

/** Creates the page of playback speeds. It is empty for a live, where the player itself changes the speed to catch up. */
function speedPage(context: SkinContext, done: () => void): SettingsPage {
  const { video, texts, language, actions } = context;
  const choices = (isLive(context) ? [] : PLAYBACK_SPEEDS).map((rate) => ({
    label: rate === 1 ? texts.normalSpeed : formatSpeed(rate, language),
    isChosen: video.playbackRate === rate,
    choose: () => {
      actions.setSpeed(rate);
      done();
    },
  }));
  return { name: "speed", icon: "speed", title: texts.speed, value: chosenLabel(choices), choices };
}

function captionsPage({ texts, language }: SkinContext, captions: Captions, done: () => void): SettingsPage {
  const toChoice = (id: string | null, label: string, note = ""): MenuChoice => ({
    label,
    note,
    isChosen: (captions.chosen()?.id ?? null) === id,
    choose: () => {
      captions.choose(id);
      done();
    },
  });
  const list = captions
    .list()
    .map((track) => toChoice(track.id, track.label, trackDescriptionOf(track, texts, language)));
  const choices = list.length > 0 ? [toChoice(null, texts.captionsOff), ...list] : [];
  return { name: "captions", icon: "captions", title: texts.captions, value: chosenLabel(choices), choices };
}

/** Returns the description of a track besides its name: its kind, and its language in the viewer's own language. */
function trackDescriptionOf(
  { kind, language, label }: CaptionsTrack,
  texts: PlayerTexts,
  reader: Language,
): string {
  if (kind !== "subtitles") return texts[`captions_${kind}`];
  const name = new Intl.DisplayNames([reader], { type: "language", fallback: "none" }).of(language) ?? "";
  return language === "und" || label.toLowerCase().includes(name.toLowerCase()) ? "" : name;
}
