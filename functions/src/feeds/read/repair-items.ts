import { checkFeedXml, type FeedStructure } from './check-feed-xml.ts';
import { nextTag } from './feed-markup.ts';
import type { FeedFailure } from '../feed-model.ts';

/** Failures that the HTML of one item can cause. */
const REPAIRABLE = new Set<FeedFailure['code']>([
  'not-well-formed',
  'too-deep',
  'web-page',
  'document-type',
]);

/** Elements of text, by their local names. Some feeds fill them with HTML that is neither escaped nor closed. */
const TEXTS = new Set('content description encoded subtitle summary title'.split(' '));
/** The groups are a slash, the name, and a slash at the end. */
const TAG = /<(\/?)([^\s/><"'=!?]+)(?:\s[^<>]*?)?(\/?)>/y;
const ITEMS = new Set(['item', 'entry']);
const LISTS = new Set(['channel', 'feed']);

interface Markup {
  start: number;
  end: number;
  kind: 'start' | 'end' | 'empty' | 'section' | 'none';
  name: string;
}

/**
 * Checks the feed. If it is broken, its texts are escaped, and items that are broken nevertheless are cut and
 * counted. Refuses a feed that has no other item. Linear time.
 */
export function checkAndRepair(xml: string): (FeedStructure & { itemsCut: number }) | FeedFailure {
  const checked = checkFeedXml(xml);
  if (!('kind' in checked)) return { ...checked, itemsCut: 0 };
  if (!REPAIRABLE.has(checked.code)) return checked;
  const repaired = cutBrokenItems(escapeTexts(xml));
  const again = checkFeedXml(repaired.xml);
  const isRead = !('kind' in again) && again.itemsFound > 0;
  return isRead ? { ...again, itemsCut: repaired.itemsCut } : checked;
}

/** Escapes the markup of texts that are not well-formed. */
function escapeTexts(xml: string): string {
  const escaped: string[] = [];
  let kept = 0;
  /** Set inside an element of text. */
  let text: { name: string; start: number; signs: number[] } | undefined;
  for (const { kind, name, start, end } of markupOf(xml)) {
    if (kind === 'section') continue;
    const isBoundary = ITEMS.has(localName(name)) || LISTS.has(localName(name));
    if (text === undefined || isBoundary) {
      const isText = kind === 'start' && TEXTS.has(localName(name));
      text = isText ? { name, start: end, signs: [] } : undefined;
    } else if (kind === 'end' && name === text.name) {
      const signs = isWellFormed(xml.slice(text.start, start)) ? [] : text.signs;
      for (const sign of signs) {
        escaped.push(xml.slice(kept, sign), '&lt;');
        kept = sign + 1;
      }
      text = undefined;
    } else text.signs.push(start);
  }
  return escaped.join('') + xml.slice(kept);
}

function cutBrokenItems(xml: string): { xml: string; itemsCut: number } {
  const whole: string[] = [];
  let [kept, itemsCut] = [0, 0];
  /** Offset of the item that is open. */
  let item: number | undefined;
  const cut = (end: number) => {
    if (item === undefined) return;
    whole.push(xml.slice(kept, item));
    kept = end;
    itemsCut += 1;
    item = undefined;
  };
  for (const { kind, name, start, end } of markupOf(xml)) {
    const local = localName(name);
    if (LISTS.has(local) && kind === 'end') cut(start);
    if (!ITEMS.has(local)) continue;
    if (kind === 'start') {
      cut(start);
      item = start;
    } else if (kind === 'end' && item !== undefined) {
      if (!isWellFormed(xml.slice(item, end))) cut(end);
      item = undefined;
    }
  }
  return { xml: whole.join('') + xml.slice(kept), itemsCut };
}

function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  let tag = nextTag(xml, 0);
  for (; tag.kind === 'tag'; tag = nextTag(xml, tag.end)) {
    if (tag.opens) open.push(tag.name);
    if (tag.closes && open.pop() !== tag.name) return false;
  }
  return tag.kind === 'end' && open.length === 0;
}

/** Yields each tag, comment, CDATA section and stray `<`. Names are in lower case. */
function* markupOf(xml: string): Generator<Markup> {
  /** Beginnings of sections that never end, so that their end is looked for only once. */
  const endless = new Set<string>();
  for (let start = xml.indexOf('<'); start !== -1;) {
    const end = sectionEnd(xml, start, endless);
    if (end !== undefined) yield { start, end, kind: 'section', name: '' };
    else yield tagAt(xml, start);
    start = xml.indexOf('<', end ?? start + 1);
  }
}

function sectionEnd(xml: string, start: number, endless: Set<string>): number | undefined {
  for (const [opening, closing] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
  ] as const) {
    if (!xml.startsWith(opening, start) || endless.has(opening)) continue;
    const end = xml.indexOf(closing, start + opening.length);
    if (end !== -1) return end + closing.length;
    endless.add(opening);
  }
  return undefined;
}

function tagAt(xml: string, start: number): Markup {
  TAG.lastIndex = start;
  const [tag = '', slash, name = '', emptySlash] = TAG.exec(xml) ?? [];
  const kind = tag === '' ? 'none' : slash === '/' ? 'end' : emptySlash === '/' ? 'empty' : 'start';
  return { start, end: start + tag.length, kind, name: name.toLowerCase() };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
