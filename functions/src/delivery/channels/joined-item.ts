import { type AlertItem, type MatchStrength, stronger } from '../../contract/index.ts';

/** Per merged item: UTF-16 code units of its text and of its HTML, and entries of `reasons` and of `said`. */
const MAX_CONTENT_LENGTH = 4000;
const MAX_ENTRIES = 20;

/**
 * Merges two items of one episode, which was sent for different alerts or sent again. The merged text says why each
 * alert matched. If `added` has all alerts of `known`, its text replaces the earlier one. `known` keeps its id and
 * date.
 */
export function joinedItem(known: AlertItem, added: AlertItem): AlertItem {
  const { id, date_published } = known;
  const again = new Set(added._earshot.alerts.map((alert) => alert.id));
  if (known._earshot.alerts.every((alert) => again.has(alert.id))) {
    return { ...added, id, date_published };
  }
  const lines = [known, added].flatMap(({ content_text }) => content_text.split('\n'));
  const paragraphs = [known, added].flatMap(({ content_html }) => content_html.split(END));
  const page = added._earshot.page ?? known._earshot.page;
  return {
    ...known,
    ...added,
    id,
    date_published,
    content_text: fitting(distinct(lines, (line) => line)).join('\n'),
    content_html: fitting(distinct(paragraphs, (line) => line.replaceAll(/<\/?mark>/g, '')))
      .map((line) => line + END)
      .join(''),
    tags: [...new Set([...known.tags, ...added.tags])],
    _earshot: {
      ...added._earshot,
      ...strengthOf(stronger(known._earshot, added._earshot)),
      ...(page !== undefined && { page }),
      alerts: both(known, added, 'alerts', (alert) => alert.id),
      reasons: both(known, added, 'reasons', ({ text }) => text).slice(0, MAX_ENTRIES),
      said: both(known, added, 'said', ({ text }) => text).slice(0, MAX_ENTRIES),
    },
  };
}

function strengthOf({ strength, why }: MatchStrength): MatchStrength {
  return { ...(strength && { strength }), ...(why && { why }) };
}

/** Paragraphs can be split at this tag, because texts are escaped. */
const END = '</p>';

function both<Name extends 'alerts' | 'reasons' | 'said'>(
  known: AlertItem,
  added: AlertItem,
  name: Name,
  keyOf: (entry: AlertItem['_earshot'][Name][number]) => string,
): AlertItem['_earshot'][Name][number][] {
  return distinct([...known._earshot[name], ...added._earshot[name]], keyOf);
}

function distinct<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): Entry[] {
  const byKey = new Map<string, Entry>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key !== '' && !byKey.has(key)) byKey.set(key, entry);
  }
  return [...byKey.values()];
}

function fitting(lines: readonly string[]): string[] {
  let length = 0;
  return lines.filter((line, at) => (length += line.length) <= MAX_CONTENT_LENGTH || at === 0);
}
