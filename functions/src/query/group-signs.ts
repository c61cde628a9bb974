import { FIELD_NAMES } from './fields.ts';

const MAX_NESTING = 3;

export interface GroupSign {
  from: number;
  to: number;
  sign: '(' | ')' | '|';
}

const QUOTED = `[+-]?(?:(?:${FIELD_NAMES.join('|')}):\\s*)?"`;
/** Matches a quoted phrase, an opening bracket with its sign, vertical lines, an operator before a bracket, or a word. */
const GROUP_LEXEME = new RegExp(
  `${QUOTED}[^"]*(?:"\\*?|$)|[+-]?\\(|\\|+|(?:AND|OR|NOT)(?=\\()|\\)` +
    `|[^\\s()|"](?:(?!\\)(?:\\(|(?:AND|OR|NOT)\\b))[^\\s|])*|"`,
  'gi',
);
const IS_QUOTED = new RegExp(`^${QUOTED}`, 'i');
const IS_OPENING = /^[+-]?\($/;
/** What may stand behind a closing bracket. */
const BEHIND_BRACKET = /^(?:$|[\s|()]|(?:AND|OR|NOT)\b)/;

/** Brackets that group, in pairs, and vertical lines outside quotes. Others are text. */
export function groupSigns(keyword: string): GroupSign[] {
  const signs: GroupSign[] = [];
  const open: GroupSign[] = [];
  const meant = new Set<GroupSign>();
  function put(sign: GroupSign): GroupSign {
    signs.push(sign);
    return sign;
  }
  GROUP_LEXEME.lastIndex = 0;
  for (let found = GROUP_LEXEME.exec(keyword); found; found = GROUP_LEXEME.exec(keyword)) {
    const [text] = found;
    const from = found.index;
    const to = from + text.length;
    if (text.startsWith('|')) meant.add(put({ from, to, sign: '|' }));
    else if (IS_OPENING.test(text)) open.push(put({ from, to, sign: '(' }));
    else if (!IS_QUOTED.test(text) && BEHIND_BRACKET.test(keyword.slice(to))) {
      for (let at = to - freeClosings(text); at < to; at += 1) {
        const closing = put({ from: at, to: at + 1, sign: ')' });
        const opening = open.pop();
        if (opening && open.length < MAX_NESTING) meant.add(opening).add(closing);
      }
    }
  }
  return signs.filter((sign) => meant.has(sign));
}

/** Number of brackets at the end of a word that the word itself does not open. Of `f(x))`, one. */
function freeClosings(word: string): number {
  // A loop, because a regular expression would try a match at each of the brackets.
  let end = word.length;
  while (word.charAt(end - 1) === ')') end -= 1;
  const own = word.split('(').length - word.slice(0, end).split(')').length;
  return word.length - end - Math.min(word.length - end, Math.max(0, own));
}
