import type { P2pRules } from "@shoal/p2p";
import type { ShownSource } from "./rule-rows.ts";
import type { Status } from "./status.ts";

export interface OverlayTexts {
  title: string;
  close: string;
  player: string;
  noPlayer: string;
  status: Record<Status["code"], string>;
  byRule: string;
  fromPeers: string;
  nothingYet: string;
  server: string;
  peers: string;
  uploaded: string;
  wasted: string;
  stalls: string;
  startup: string;
  timeline: string;
  timelineSummary: string;
  picture: string;
  sound: string;
  both: string;
  coming: string;
  playhead: string;
  buffered: string;
  stall: string;
  segments: string;
  segment: string;
  rendition: string;
  size: string;
  origin: string;
  loadTime: string;
  noSegments: string;
  peer: string;
  state: string;
  received: string;
  sent: string;
  roundTrip: string;
  noPeers: string;
  open: string;
  relayed: string;
  opening: string;
  upload: string;
  uploadNow: string;
  uplink: string;
  unmeasured: string;
  uploadOff: string;
  rules: string;
  rule: string;
  value: string;
  source: string;
  noRules: string;
  ruleNames: Record<keyof P2pRules, string>;
  sources: Record<ShownSource, string>;
  yes: string;
  no: string;
  all: string;
  network: string;
  audience: string;
  tracker: string;
  trackerOn: string;
  trackerOff: string;
  trackerNone: string;
  self: string;
}

const en: OverlayTexts = {
  title: "Delivery",
  close: "Close",
  player: "Player",
  noPlayer: "No player on this page is attached to Shoal yet.",
  status: {
    exchanging: "Exchanging with peers ({count} connected)",
    off: "Nothing is exchanged: the rules keep this viewer from peers.",
    tooFew: "Nothing is exchanged: the rules ask for {threshold} viewers (here: {audience}).",
    refused: "Nothing is exchanged: the session was refused or lost ({fault}).",
    native: "This browser plays HLS by itself: its requests cannot be seen, and nothing is exchanged.",
    direct: "Comes without delay from the page that films.",
    insecure: "Nothing is exchanged: this page is not on HTTPS.",
    noWebRtc: "Nothing is exchanged: this browser has no WebRTC.",
    opening: "The session is being opened.",
    unstarted: "Nothing has been loaded yet.",
    unconsented: "Nothing is exchanged: this viewer has not agreed to it.",
    optedOut: "Nothing is exchanged: this page asks for no peers.",
    untracked: "Nothing is exchanged: the tracker cannot be reached. It is tried again.",
    alone: "Nothing is exchanged: nobody else is watching.",
    connecting: "Connecting to the first peers.",
    unmatched: "Nothing is exchanged: the tracker has found no peer for this viewer yet.",
    idle: "Connected to peers; nothing has been exchanged yet.",
  },
  byRule: "Rule {rule}, set by: {source}.",
  fromPeers: "from peers",
  nothingYet: "Nothing loaded yet",
  server: "Server",
  peers: "Peers",
  uploaded: "Uploaded",
  wasted: "Not used",
  stalls: "Stalls",
  startup: "Start",
  timeline: "Timeline",
  timelineSummary: "{server} segments from the server, {peer} from peers, {both} from both",
  picture: "Picture",
  sound: "Sound",
  both: "Both",
  coming: "On its way",
  playhead: "Playhead",
  buffered: "Buffered until",
  stall: "Stall",
  segments: "All segments",
  segment: "Segment",
  rendition: "Rendition",
  size: "Size",
  origin: "Origin",
  loadTime: "Loaded in",
  noSegments: "No segment has been loaded in these minutes.",
  peer: "Peer",
  state: "State",
  received: "Received",
  sent: "Sent",
  roundTrip: "Round trip",
  noPeers: "No peers.",
  open: "connected",
  relayed: "relayed",
  opening: "connecting",
  upload: "Upload",
  uploadNow: "Now",
  uplink: "Uplink (estimate)",
  unmeasured: "not measured yet",
  uploadOff: "off: mobile network or data saver",
  rules: "Rules in force",
  rule: "Rule",
  value: "Value",
  source: "Set by",
  noRules: "No session yet.",
  ruleNames: {
    enabled: "Peers exchange",
    viewerThreshold: "From so many viewers",
    maxPeers: "Peers at most",
    uploadPercent: "Share of the uplink",
    uploadOnCellular: "Upload on mobile networks",
    savedSegments: "Segments kept",
    interISP: "Peers of other providers",
  },
  sources: {
    custom: "this video",
    collection: "its collection",
    config: "its config",
    client: "the client",
    default: "default",
    platform: "platform",
    viewer: "this page",
    changed: "changed since; not told",
    unknown: "not told",
  },
  yes: "yes",
  no: "no",
  all: "as many as fit",
  network: "Swarm",
  audience: "Viewers",
  tracker: "Tracker",
  trackerOn: "connected",
  trackerOff: "reconnecting",
  trackerNone: "none",
  self: "This viewer",
};

const fr: OverlayTexts = {
  title: "Diffusion",
  close: "Fermer",
  player: "Lecteur",
  noPlayer: "Aucun lecteur de cette page n’est encore relié à Shoal.",
  status: {
    exchanging: "Échanges entre pairs (reliés : {count})",
    off: "Rien n’est échangé : les règles tiennent ce spectateur à l’écart des pairs.",
    tooFew: "Rien n’est échangé : les règles demandent {threshold} spectateurs (présents : {audience}).",
    refused: "Rien n’est échangé : la session a été refusée ou perdue ({fault}).",
    native: "Ce navigateur lit HLS lui-même : ses requêtes ne se voient pas, et rien n’est échangé.",
    direct: "Vient sans délai de la page qui filme.",
    insecure: "Rien n’est échangé : cette page n’est pas en HTTPS.",
    noWebRtc: "Rien n’est échangé : ce navigateur n’a pas WebRTC.",
    opening: "La session s’ouvre.",
    unstarted: "Rien n’a encore été chargé.",
    unconsented: "Rien n’est échangé : ce spectateur n’y a pas consenti.",
    optedOut: "Rien n’est échangé : cette page ne veut pas de pairs.",
    untracked: "Rien n’est échangé : le tracker est injoignable. Nouvel essai automatique.",
    alone: "Rien n’est échangé : personne d’autre ne regarde.",
    connecting: "Connexion aux premiers pairs.",
    unmatched: "Rien n’est échangé : le tracker n’a pas encore trouvé de pair pour ce spectateur.",
    idle: "Relié à des pairs ; rien n’a encore été échangé.",
  },
  byRule: "Règle {rule}, fixée par : {source}.",
  fromPeers: "venus des pairs",
  nothingYet: "Rien de chargé",
  server: "Serveur",
  peers: "Pairs",
  uploaded: "Envoyé",
  wasted: "Inutilisé",
  stalls: "Arrêts",
  startup: "Démarrage",
  timeline: "Chronologie",
  timelineSummary: "{server} segments du serveur, {peer} des pairs, {both} des deux",
  picture: "Image",
  sound: "Son",
  both: "Les deux",
  coming: "En route",
  playhead: "Lecture",
  buffered: "En mémoire jusqu’à",
  stall: "Arrêt",
  segments: "Tous les segments",
  segment: "Segment",
  rendition: "Qualité",
  size: "Taille",
  origin: "Origine",
  loadTime: "Chargé en",
  noSegments: "Aucun segment chargé pendant ces minutes.",
  peer: "Pair",
  state: "État",
  received: "Reçu",
  sent: "Envoyé",
  roundTrip: "Aller-retour",
  noPeers: "Aucun pair.",
  open: "relié",
  relayed: "par relais",
  opening: "connexion",
  upload: "Envoi",
  uploadNow: "En ce moment",
  uplink: "Débit montant (estimé)",
  unmeasured: "pas encore mesuré",
  uploadOff: "coupé : réseau mobile ou économie de données",
  rules: "Règles en vigueur",
  rule: "Règle",
  value: "Valeur",
  source: "Fixée par",
  noRules: "Pas encore de session.",
  ruleNames: {
    enabled: "Échanges entre pairs",
    viewerThreshold: "À partir de (spectateurs)",
    maxPeers: "Pairs au plus",
    uploadPercent: "Part du débit montant",
    uploadOnCellular: "Envoi sur réseau mobile",
    savedSegments: "Segments gardés",
    interISP: "Pairs d’autres fournisseurs",
  },
  sources: {
    custom: "cette vidéo",
    collection: "sa collection",
    config: "sa configuration",
    client: "le client",
    default: "défaut",
    platform: "plateforme",
    viewer: "cette page",
    changed: "modifiée depuis ; non indiqué",
    unknown: "non indiqué",
  },
  yes: "oui",
  no: "non",
  all: "tout ce qui tient",
  network: "Essaim",
  audience: "Spectateurs",
  tracker: "Tracker",
  trackerOn: "connecté",
  trackerOff: "reconnexion",
  trackerNone: "aucun",
  self: "Ce spectateur",
};

export type OverlayLanguage = "en" | "fr";
export const textsOf = (language: OverlayLanguage): OverlayTexts => (language === "fr" ? fr : en);

/** @example fill("{count} peers", { count: 2 }) // "2 peers" */
export function fill(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
