import { type AlertQuery, queryOfAlert } from './alert-query.ts';
import { isPaired, kindOf } from './fold-letter.ts';
import { ownTokens } from './tokenize.ts';

export interface Match {
  title: string;
  podcast: string;
  text: string;
}

const MIN_MATCHES = 4;
const MIN_WORD_LENGTH = 4;
/** Length of the beginning of the notes in which words are counted, UTF-16 code units. */
const NOTES_LENGTH = 600;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LETTERS = /^[\p{L}\p{M}]+$/u;

const COMMON = new Set(
  (
    'able about above across actually after again against ago all almost alone along already also although always among and ' +
    'another any anyone anything are around ask asked asks away back based beat because become becomes been before began behind ' +
    'being best better between beyond big both bring brings build building built business call called came can cannot case change ' +
    'changed changes come comes company companies could course day days deep did different discuss discusses discussing does doing ' +
    'done down during each early else end enough even ever every everyone everything explain explains explores face fact far feel few ' +
    'find finds first five follow following for four from full further future gets getting give gives goes going good great guest ' +
    'guests had half happen happened happens hard has have having head hear help here high him his hold host hosted hosts hour hours ' +
    'how however idea ideas including inside into its itself join joined joins just keep keeps kind know known large last late later ' +
    'latest lead leading learn least less lesson lessons let life like little live lives long look looking looks lost made main ' +
    'make makes making many matter matters may maybe mean means media might minutes month months more most move much must name near need needs never ' +
    'news next nothing now number off often once one only open order other others our out over own part past people per perhaps place ' +
    'play point possible put question questions quite rather read real really recent right run running said same say saying says second see ' +
    'seen series set several share shared shares should show shows side simple since six small some someone something soon special start started ' +
    'starts still stop story stories such sure take takes taking talk talked talking talks team tell tells ten than that the their them then ' +
    'there these they thing things think thinking this those though thought thoughts three through time times today together told too took top ' +
    'toward towards tried true try trying turn turns two under understand until upon use used uses using very view want wants was watch way ' +
    'ways week weekly weeks well went were what when where whether which while who whole whose why will with within without word words work ' +
    'worked working works world worth would wrong year years yes yet you young your yours ' +
    'audio bonus chapter chapters conversation conversations edition episode episodes feed interview interviews link links listen ' +
    'listener listeners listening newsletter notes podcast podcasts produced producer recorded review season sign speaker subscribe ' +
    'summary support topic topics transcript update updates video visit website youtube spotify apple patreon twitter instagram linkedin http https'
  ).split(' '),
);

/**
 * Returns the most frequent word that occurs in several shows, but in at most half of the matches, or null. Among
 * equally frequent words, those in titles win.
 */
export function suggestExclusion(alert: AlertQuery, matches: readonly Match[]): string | null {
  if (matches.length < MIN_MATCHES) return null;
  const asked = new Set(ownTokens(queryOfAlert(alert)));
  const seen = new Map<string, { shows: Set<string>; matches: number; titles: number }>();
  for (const { title, podcast, text } of matches) {
    const inTitle = new Set(wordsOf(title));
    const ofShow = new Set(ownTokens(podcast));
    for (const word of new Set([...inTitle, ...wordsOf(text.slice(0, NOTES_LENGTH))])) {
      if (!isDistinctive(word) || containsWord(asked, word) || containsWord(ofShow, word)) continue;
      const known = seen.get(word) ?? { shows: new Set(), matches: 0, titles: 0 };
      known.shows.add(podcast);
      known.matches += 1;
      if (inTitle.has(word)) known.titles += 1;
      seen.set(word, known);
    }
  }
  const [best] = [...seen]
    .filter(([, { shows, matches: of }]) => shows.size > 1 && 2 * of <= matches.length)
    .sort(
      ([a, one], [b, other]) =>
        other.matches - one.matches || other.titles - one.titles || (a < b ? -1 : 1),
    );
  return best?.[0] ?? null;
}

function wordsOf(text: string): string[] {
  return text.normalize('NFC').toLowerCase().match(WORD) ?? [];
}

function containsWord(tokens: ReadonlySet<string>, word: string): boolean {
  return ownTokens(word).every((token) => tokens.has(token));
}

function isDistinctive(word: string): boolean {
  // In a script without blanks, a run of letters is not a word.
  if (isPaired(kindOf(word.codePointAt(0) ?? 0))) return false;
  return word.length >= MIN_WORD_LENGTH && LETTERS.test(word) && !COMMON.has(word);
}
