import { nextTag, type NoTag, type Tag } from './feed-markup.ts';
import { feedRoot } from './feed-root.ts';
import { type FeedFailure, refused } from '../feed-model.ts';

export const MAX_DEPTH = 100;
/** The largest real feeds have fewer elements. */
export const MAX_ELEMENTS = 200_000;
export const MAX_ITEMS_FOUND = 30_000;

/** These elements are removed, because feedsmith parses persons in quadratic time: minutes for a hostile feed. */
const UNUSED_PERSONS = new Set(['author', 'webmaster']);
const USED_PERSON = 'managingeditor';
const MAX_PERSON_LENGTH = 300;

const WEB_PAGE = refused('web-page', 'A web page came instead of a feed.');
const TOO_DEEP = refused('too-deep', `The document is nested deeper than ${MAX_DEPTH} elements.`);
const TOO_MANY = refused('too-large', 'The document has more elements or items than any feed.');

interface Cut {
  start: number;
  end: number;
}

export interface FeedStructure {
  format: 'rss' | 'atom';
  text: string;
  itemsFound: number;
}

/**
 * Refuses malformed XML, deep nesting and document types with declarations (entities), in linear time.
 * Accepts bare ampersands, because small hosts publish them, and ignores what stands before and behind the feed.
 */
export function checkFeedXml(xml: string): FeedStructure | FeedFailure {
  if (xml === '') return refused('empty', 'The answer is empty.');
  const root = feedRoot(xml);
  if (!xml.startsWith('<') && !isFeed(root)) return refused('not-a-feed', nameOfOther(xml));
  if (root.kind !== 'tag') return refusalOf(xml, root);
  const format = formatOf(localName(root));
  if (typeof format !== 'string') return format;

  const open: Tag[] = [];
  const cuts: Cut[] = [{ start: 0, end: root.start }];
  let [elements, channels, itemsFound] = [0, 0, 0];
  let tag: Tag | NoTag = root;
  for (; tag.kind === 'tag'; tag = nextTag(xml, tag.end)) {
    if (tag.opens) {
      elements += 1;
      if (elements > MAX_ELEMENTS || itemsFound > MAX_ITEMS_FOUND) return TOO_MANY;
      if (open.length === MAX_DEPTH) return TOO_DEEP;
      if (isChannel(open, tag)) channels += 1;
      if (format === 'rss' ? channels === 1 && isRssItem(open, tag) : isEntry(open, tag))
        itemsFound += 1;
      open.push(tag);
    }
    if (tag.closes) {
      const opened = open.pop();
      if (opened?.name !== tag.name) return malformedAt(xml, tag);
      if (format === 'rss' && isUnwantedPerson(opened, tag)) {
        addCut(cuts, { start: opened.start, end: tag.end });
      }
      if (open.length === 0) {
        addCut(cuts, { start: tag.end, end: xml.length });
        return { format, text: without(xml, cuts), itemsFound };
      }
    }
  }
  if (tag.kind !== 'end') return refusalOf(xml, tag);
  return refused('not-well-formed', 'The document ends too early.');
}

function isFeed(root: Tag | NoTag): root is Tag {
  return root.kind === 'tag' && typeof formatOf(localName(root)) === 'string';
}

function refusalOf(xml: string, found: NoTag): FeedFailure {
  switch (found.kind) {
    case 'web-page':
      return WEB_PAGE;
    case 'document-type':
      return refused(
        'document-type',
        'The document has a document type with declarations, which are not allowed.',
      );
    case 'end':
      return refused('not-a-feed', 'The document has no element.');
    case 'broken':
      return malformedAt(xml, found);
  }
}

function malformedAt(xml: string, { start }: Tag | NoTag): FeedFailure {
  const line = xml.slice(0, start).split('\n').length;
  return refused('not-well-formed', `The document is not well-formed (line ${line}).`);
}

function formatOf(root: string): FeedStructure['format'] | FeedFailure {
  switch (root) {
    case 'rss':
      return 'rss';
    case 'feed':
      return 'atom';
    case 'html':
      return WEB_PAGE;
    case 'opml':
    case 'outline':
      return refused('feed-list', 'This is a list of feeds, not a feed.');
    case 'rdf':
      return refused(
        'not-a-feed',
        'This is an RDF feed (RSS before version 2), which is not read.',
      );
    default:
      return refused('not-a-feed', 'The document is neither RSS nor Atom.');
  }
}

function nameOfOther(text: string): string {
  return /^\{\s*"[^]{0,500}jsonfeed\.org/.test(text.slice(0, 1000))
    ? 'This is a JSON Feed, which is not read.'
    : 'The answer is no XML document.';
}

function isChannel(open: readonly Tag[], tag: Tag): boolean {
  return open.length === 1 && tag.name.toLowerCase() === 'channel';
}

function isRssItem([, parent, ...inner]: readonly Tag[], tag: Tag): boolean {
  return (
    inner.length === 0 &&
    parent?.name.toLowerCase() === 'channel' &&
    tag.name.toLowerCase() === 'item'
  );
}

function isEntry(open: readonly Tag[], tag: Tag): boolean {
  return open.length === 1 && localName(tag) === 'entry';
}

function isUnwantedPerson(opened: Tag, closed: Tag): boolean {
  const name = opened.name.toLowerCase();
  if (UNUSED_PERSONS.has(name)) return true;
  return name === USED_PERSON && closed.start - opened.end > MAX_PERSON_LENGTH;
}

function localName(tag: Tag): string {
  return tag.name.slice(tag.name.indexOf(':') + 1).toLowerCase();
}

/** An outer element closes after its inner elements, so its cut replaces theirs. */
function addCut(cuts: Cut[], added: Cut): void {
  while ((cuts.at(-1)?.start ?? -1) > added.start) cuts.pop();
  cuts.push(added);
}

function without(text: string, cuts: readonly Cut[]): string {
  const kept: string[] = [];
  let end = 0;
  for (const cut of cuts) {
    kept.push(text.slice(end, cut.start));
    end = cut.end;
  }
  kept.push(text.slice(end));
  return kept.join('');
}
