import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { windows1252Signs, withoutForgedHighlights } from '../../contract/index.ts';

const BLOCKS = new Set(
  (
    'address article aside blockquote br center dd details dialog div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tr ul'
  ).split(' '),
);

/** Elements without visible text. HTML ignores tags inside them. */
const SILENT = new Set(['iframe', 'noembed', 'noframes', 'script', 'style']);

const LOOKS_LIKE_TAG = /<(?=[a-z/!?])/i;
const LOOKS_LIKE_TAG_ALL = /<(?=[a-z/!?])/gi;

/** Matches control characters, unpaired surrogates and noncharacters. Some of them cannot be stored. */
const UNPRINTABLE = /(?![\s\x85])[\p{Control}\p{Surrogate}\p{Noncharacter_Code_Point}]/gu;

const MEANINGFUL_INVISIBLES = [
  // The flags of England, Scotland and Wales consist of tag characters.
  '\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,7}\\u{e007f}',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  // Persian and Indic scripts need joiners for their spelling.
  '(?<=[\\p{L}\\p{M}])[\\u200c\\u200d](?=[\\p{Script=Arabic}\\p{Script=Bengali}\\p{Script=Devanagari}' +
    '\\p{Script=Gujarati}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Tamil}\\p{Script=Telugu}])',
];

/** Matches zero-width characters, bidi overrides and tags, but not variation selectors, which emoji need. */
const INVISIBLE = new RegExp(
  `(?<kept>${MEANINGFUL_INVISIBLES.join('|')})` +
    '|(?![\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}])\\p{Default_Ignorable_Code_Point}',
  'gu',
);

export function isReadable(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** Composing takes quadratic time in the number of consecutive marks. No script uses more than 30 (UAX 15). */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

export function withoutUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, '');
}

export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? limit - 1 : limit).trimEnd();
}

export function plainLine(html: string, limit: number): string {
  return cutText(plainText(html, Infinity).replaceAll('\n', ' '), limit);
}

/**
 * Returns non-empty lines, at most `limit` UTF-16 code units in total, in linear time. No input can put tags,
 * control or invisible characters or forged highlight markers into the result.
 * @param protect Called before each pass; may replace any `<` that is not markup.
 */
export function plainText(html: string, limit: number, protect = unchanged): string {
  let text = protect(withoutMarkup(protect(windows1252Signs(html)), true));
  if (LOOKS_LIKE_TAG.test(text)) text = withoutMarkup(text, false);
  text = withoutUnprintable(text).replace(INVISIBLE, '$<kept>').replace(LOOKS_LIKE_TAG_ALL, '< ');
  text = text.replace(TOO_MANY_MARKS, '$1');
  return cutText(withoutForgedHighlights(foldWhiteSpace(text)), limit);
}

function unchanged(text: string): string {
  return text;
}

function foldWhiteSpace(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Uses only the tokenizer of htmlparser2, because building its tree takes quadratic time for hostile nesting. */
function withoutMarkup(html: string, decodeEntities: boolean): string {
  if (!/[<&]/.test(html)) return html;
  const parts: string[] = [];
  let silent = false;
  let blocks = 0;
  const onTag = (start: number, end: number) => {
    const name = html.slice(start, end).toLowerCase();
    if (BLOCKS.has(name)) {
      blocks += 1;
      parts.push('\u2029');
    } else if (name === 'td' || name === 'th' || name === 'option') parts.push(' ');
    return name;
  };
  const callbacks: TokenizerCallbacks = {
    ...NO_CALLBACKS,
    onopentagname: (start, end) => {
      silent = SILENT.has(onTag(start, end));
    },
    onclosetag: (start, end) => {
      onTag(start, end);
      silent = false;
    },
    ontext: (start, end) => {
      if (!silent) parts.push(html.slice(start, end));
    },
    ontextentity: (codePoint) => {
      if (!silent) parts.push(String.fromCodePoint(codePoint));
    },
  };
  const tokenizer = new Tokenizer({ decodeEntities }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  const text = parts.join('');
  // A line feed is a space in HTML, but a line break in plain text.
  return blocks > 0 ? text.replace(/[\r\n]/g, ' ') : text;
}

function ignore(): void {}

const NO_CALLBACKS = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
};
