import { KINDS } from './subject.ts';

const NOUNS = KINDS.map((kind) => kind.replace(/^an? /, ''));
const [FIRST = ''] = KINDS;

/** For example, "a person, a company or a firm". */
export const ONE_OF_KINDS = joined(KINDS, 'or');

/** For example, "person, company, firm and topic": all that has a page with episodes. */
export const KINDS_OF_PAGES = joined([...NOUNS, 'topic'], 'and');

/** For example, "a person, company, firm or topic". */
export const ONE_KIND_OF_PAGE = joined([FIRST, ...NOUNS.slice(1), 'topic'], 'or');

function joined(parts: readonly string[], word: string): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${word} ${last}`;
}
