import { withoutForgedHighlights } from '../../contract/index.ts';
import { cutText, plainText } from './plain-text.ts';

/** Elements that format text. Any other name in angle brackets is a word, such as `<dialog>` or `Optional<T>`. */
const FORMATTING = new Set(
  (
    'a abbr acronym address b bdi bdo big blockquote br center cite code dd del dfn div dl dt em font h1 h2 h3 ' +
    'h4 h5 h6 hr i ins kbd li mark nobr ol p pre q s samp small span strike strong sub sup table tbody td tfoot ' +
    'th thead tr tt u ul var wbr'
  ).split(' '),
);
/** Elements that writers and programs leave empty. Any other empty element is a word, such as `<Code/>`. */
const LEFT_EMPTY = new Set('a b br em font hr i nobr p span strong u wbr'.split(' '));
const OFFICE = /^(?:o|w|m|v|st1):/;
/** Tags with these names are markup if they have attributes. Otherwise they are words. */
const EMBEDDING = new Set('base embed img link meta object svg'.split(' '));
/** Tags with these names are markup between the first start tag and the last end tag. Elsewhere they are words. */
const SILENT = new Set('iframe noembed noframes script style'.split(' '));

/** Matches a tag, or only its `<`. A tag has no attribute without a value, unlike "if a<b and c>d". */
const TAG =
  /<(?=[a-z/])(?:\/?([a-z][\w:-]*)((?:\s+[\w:@.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>=`]+))*)\s*\/?>)?/gi;

/** Max length of a written title, UTF-16 code units. Some titles contain the whole show notes. */
const MAX_WRITTEN_LENGTH = 20_000;

/** Replaces the `<` of a word while the title is parsed as HTML. */
const PLACEHOLDER = '\ue0f0';

/** Removes formatting, but keeps words in angle brackets. */
export function plainTitle(html: string, limit: number): string {
  const text = plainText(
    html.slice(0, MAX_WRITTEN_LENGTH).replaceAll(PLACEHOLDER, ''),
    Infinity,
    protectWords,
  );
  // What was around removed markup may now form a tag. A blank breaks it.
  const line = protectWords(text.replaceAll('\n', ' '))
    .replace(/<(?=[a-z/])/gi, '< ')
    .replaceAll(PLACEHOLDER, '<');
  return cutText(withoutForgedHighlights(line), limit);
}

function protectWords(written: string): string {
  const html = written.replaceAll(PLACEHOLDER, '<');
  if (!html.includes('<')) return html;
  const lower = html.toLowerCase();
  const ends = new Map([...SILENT].map((name) => [name, lower.lastIndexOf(`</${name}`)]));
  const starts = new Map([...SILENT].map((name) => [name, lower.indexOf(`<${name}`)]));
  const isMarkup = (at: number, written: string, attributes: string): boolean => {
    const name = written.toLowerCase();
    if (SILENT.has(name)) {
      const [start = -1, end = -1] = [starts.get(name), ends.get(name)];
      return start !== -1 && start <= at && at <= end;
    }
    if (EMBEDDING.has(name)) return attributes !== '';
    return FORMATTING.has(name) || OFFICE.test(name);
  };
  const isEmpty = (tag: string, name: string, attributes: string) =>
    tag.endsWith('/>') && attributes === '' && !LEFT_EMPTY.has(name) && !OFFICE.test(name);
  const replace = (tag: string, name: string | undefined, attributes: string, at: number) => {
    const isKept =
      name !== undefined &&
      isMarkup(at, name, attributes) &&
      !isEmpty(tag, name.toLowerCase(), attributes);
    return isKept && !isTypeParameter(html, at, name) ? tag : PLACEHOLDER + tag.slice(1);
  };
  return html.replace(TAG, replace);
}

/** True for `Box<A>`: a single capital letter directly after a word, without an end tag. */
function isTypeParameter(html: string, at: number, name: string): boolean {
  if (!/^[A-Z]$/.test(name) || !/\w/.test(html.charAt(at - 1))) return false;
  return html.charAt(at + 2) === '>' && !html.includes(`</${name}>`);
}
