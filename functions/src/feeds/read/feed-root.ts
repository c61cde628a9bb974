import { type NoTag, rootTag, type Tag } from './feed-markup.ts';

/** UTF-16 code units that a plugin or proxy may write before a feed. */
const MAX_NOISE = 100_000;

const FEED_ROOT = /<(?:[\w-]+:)?(?:rss|feed)(?=[\s>])/i;
const KNOWN_ROOT = /^(?:[^:]+:)?(?:rss|feed|rdf|opml|outline|html)$/i;

const NEVER_CLOSED = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'p', 'wbr']);
const PAGE = /<!doctype\s+html|<!doctype[^<>]*\[|<(?:html|head|body)(?=[\s>])/i;
/** Text that ends so quotes what follows. */
const QUOTING = /(?:["'(`]|```\s*\w*)$/;

/**
 * The document's root, or that of a feed behind text and elements of other programs, such as warnings of PHP. A feed
 * that a page quotes is no root.
 */
export function feedRoot(xml: string): Tag | NoTag {
  const first = rootTag(xml);
  const isMarkup = xml.startsWith('<');
  if (isMarkup && first.kind === 'tag' && KNOWN_ROOT.test(first.name)) return first;
  if (first.kind === 'web-page' || first.kind === 'document-type') return first;
  const none = isMarkup ? first : ({ kind: 'end', start: 0 } as const);
  const start = xml.startsWith('{') ? -1 : xml.slice(0, MAX_NOISE).search(FEED_ROOT);
  if (start === -1 || isQuoted(xml.slice(0, start))) return none;
  const root = rootTag(xml.slice(start));
  return root.kind === 'tag' ? { ...root, start, end: start + root.end } : none;
}

const TOKEN =
  /<!--|<!\[CDATA\[|<(script|style)(?=[\s>])|<(\/?)([a-z][\w:-]*)(?=[\s/>])[^<>]*?(\/?)>/gi;

/** True if the text leaves an element, a comment or a quotation open. */
function isQuoted(before: string): boolean {
  const last = before.slice(-300).replace(/(?:<\?[^<>]*\?>\s*)+$/, '');
  if (PAGE.test(before) || QUOTING.test(last.trimEnd())) return true;
  const lower = before.toLowerCase();
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(lower); found; found = TOKEN.exec(lower)) {
    const [token, raw, isEnd, name = '', isEmpty] = found;
    if (name === '') {
      const closing = raw === undefined ? (token === '<!--' ? '-->' : ']]>') : `</${raw}`;
      const end = lower.indexOf(closing, TOKEN.lastIndex);
      if (end === -1) return true;
      TOKEN.lastIndex = end + closing.length;
    } else if (isEnd) {
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
    } else if (!isEmpty && !NEVER_CLOSED.has(name)) open.push(name);
  }
  return open.length > 0;
}
