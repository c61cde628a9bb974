import { encode, wrap } from 'nodemailer/lib/qp';

export const MAX_SHOWN_EPISODES = 30;
/** Maximum number of alerts with a card each. A digest of more alerts is one list. */
export const MAX_CARDS = 5;
/** Maximum number of alerts in the list; the rest are only counted. */
const MAX_LINES = 200;

/** Maximum of HTML and text together, encoded. Gmail cuts off mails beyond 102 kB; headers take up to 8 kB. */
const MAX_BYTES = 82_000;

/** Limits of a rendering; lengths in UTF-16 code units. */
export interface DigestLimits {
  cards: number;
  lines: number;
  /** Number of alerts in the list whose episodes are named. */
  named: number;
  /** Named episodes per alert in the list. */
  rows: number;
  /** The same for an alert with only brief mentions, which are shorter. */
  briefRows: number;
  /** Length of titles in the list. At 40 or less, rows omit show and date. */
  titleLength: number;
  /** Length of the text around a mention in the list; 0 omits the text. */
  around: number;
  rowLinks: boolean;
  /** True if the plain text links each alert in the list to its search if an episode has no link. */
  textLinks: boolean;
  /** Episodes shown in full for all alerts together; the largest sections are cut first. */
  episodes: number;
  excerptLength: number;
  nameLength: number;
  /** Longer addresses are omitted. */
  addressLength: number;
  reasons: number;
  /** Brief mentions per card; the rest are only counted. */
  passing: number;
  listen: boolean;
  /** True if cards have links that exclude shows. */
  lessLinks: boolean;
}

const FULL: DigestLimits = {
  cards: MAX_CARDS,
  lines: MAX_LINES,
  named: MAX_LINES,
  rows: 3,
  briefRows: 5,
  titleLength: 80,
  around: 140,
  rowLinks: true,
  textLinks: true,
  episodes: MAX_SHOWN_EPISODES,
  excerptLength: 600,
  nameLength: 200,
  addressLength: 2048,
  reasons: Infinity,
  passing: 5,
  listen: true,
  lessLinks: true,
};

const downTo = (from: number, to: number) =>
  Array.from({ length: from - to }, (_, index) => from - 1 - index);

/** Cuts in the order in which they are made. Each level includes all earlier cuts. */
const STEPS: readonly Partial<DigestLimits>[] = [
  ...[450, 300].map((excerptLength) => ({ excerptLength })),
  { lessLinks: false },
  { listen: false },
  { rows: 2, briefRows: 3 },
  ...[200, 120].map((excerptLength) => ({ excerptLength })),
  { rows: 1, briefRows: 1, around: 100 },
  ...[3, 1].map((reasons) => ({ reasons })),
  { excerptLength: 0, reasons: 0 },
  ...[60, 0].map((around) => ({ around })),
  { titleLength: 60 },
  { rowLinks: false },
  { titleLength: 40 },
  ...[3, 2].map((passing) => ({ passing })),
  ...downTo(MAX_SHOWN_EPISODES, MAX_CARDS).map((episodes) => ({ episodes })),
  { passing: 1 },
  { nameLength: 120 },
  { addressLength: 1000 },
  // Alerts beyond `cards` go into the list.
  ...downTo(MAX_CARDS, 2).map((cards) => ({ cards, episodes: cards })),
  { titleLength: 24 },
  { nameLength: 60, addressLength: 300 },
  { textLinks: false },
  { cards: 1, episodes: 1 },
  ...downTo(MAX_LINES / 5, 0).map((fives) => ({ named: 5 * fives })),
  { nameLength: 30 },
  ...[120, 80, 40, 0].map((lines) => ({ lines })),
  { episodes: 0, passing: 0 },
];

const LEVELS: readonly DigestLimits[] = STEPS.reduce<DigestLimits[]>(
  (levels, step) => [...levels, { ...FULL, ...levels.at(-1), ...step }],
  [FULL],
);

/** Returns the fullest rendering within {@link MAX_BYTES}, after a binary search with about seven renderings. */
export function fitDigest<T extends { html: string; text: string }>(
  render: (limits: DigestLimits) => T,
): T {
  const at = (level: number) => render(LEVELS[level] ?? FULL);
  const full = at(0);
  if (fits(full)) return full;
  let [tooLarge, smallest] = [0, LEVELS.length - 1];
  let best = at(smallest);
  while (smallest - tooLarge > 1) {
    const middle = Math.floor((tooLarge + smallest) / 2);
    const tried = at(middle);
    if (fits(tried)) [smallest, best] = [middle, tried];
    else tooLarge = middle;
  }
  return best;
}

function fits({ html, text }: { html: string; text: string }): boolean {
  return sentBytes(html) + sentBytes(text) <= MAX_BYTES;
}

function sentBytes(part: string): number {
  return wrap(encode(part.replaceAll('\n', '\r\n'))).length;
}
