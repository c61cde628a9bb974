import { splitAtCommas } from '../../query/commas.ts';
import {
  countWords,
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORDS,
  MAX_PHRASE_WORDS,
  MAX_SEARCH_WORDS,
} from './search-limits.ts';

type ReadKeywords = { ok: true; keywords: string[] } | { ok: false; problem: string };

export function readKeywords(text: string): ReadKeywords {
  const seen = new Set<string>();
  const keywords = splitAtCommas(text)
    .map((piece) => piece.trim().replace(/\s+/g, ' '))
    .filter((piece) => {
      const known = seen.has(piece.toLowerCase());
      seen.add(piece.toLowerCase());
      return piece !== '' && !known;
    });
  if (keywords.length === 0) {
    return { ok: false, problem: 'Please enter at least one keyword or phrase' };
  }
  if (keywords.length > MAX_KEYWORDS) {
    return { ok: false, problem: `Please enter at most ${MAX_KEYWORDS} keywords or phrases` };
  }
  if (keywords.some((keyword) => keyword.length > MAX_KEYWORD_LENGTH)) {
    return {
      ok: false,
      problem: `A keyword or phrase can have at most ${MAX_KEYWORD_LENGTH} characters`,
    };
  }
  if (keywords.some((keyword) => countWords(keyword) > MAX_PHRASE_WORDS)) {
    return {
      ok: false,
      problem: `A keyword or phrase can have at most ${MAX_PHRASE_WORDS} words`,
    };
  }
  if (countWords(keywords.join(' ')) > MAX_SEARCH_WORDS) {
    return { ok: false, problem: `Please enter at most ${MAX_SEARCH_WORDS} words in all` };
  }
  return { ok: true, keywords };
}

/** Value of the URL parameter `q`: `openai,sam+altman`. */
export function searchQuery(keywords: readonly string[]): string {
  return keywords.map(encodeKeyword).join(',');
}

function encodeKeyword(keyword: string): string {
  return encodeURIComponent(keyword.toWellFormed()).replace(/%20/g, '+');
}
