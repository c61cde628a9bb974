import { SEARCH_SORTS, type SearchSort, searchQuery } from 'functions/contract';

const PERIODS = ['month', 'week'] as const;
export type Period = (typeof PERIODS)[number];

export interface SearchChoice {
  spoken: boolean;
  sort: SearchSort;
  /** True if passing mentions are excluded. */
  about: boolean;
  period: Period;
}

export const USUAL_CHOICE: SearchChoice = {
  spoken: true,
  sort: 'newest',
  about: false,
  period: 'month',
};

export function isSameChoice(one: Partial<SearchChoice>, other: Partial<SearchChoice>): boolean {
  return JSON.stringify(choiceParameters(one)) === JSON.stringify(choiceParameters(other));
}

/** The search state in the home page's URL: `/?q=openai,sam+altman&period=week&page=2`. */
export interface SearchAddress extends SearchChoice {
  /** The text of the search field; null without a search. */
  query: string | null;
  page: number;
}

const NOTES = 'notes';
const ABOUT = 'about';

/** Parses a URL's query string; invalid values become defaults. */
export function readSearchAddress(search: string): SearchAddress {
  const parameters = new URLSearchParams(search);
  const page = Number(parameters.get('page') ?? '1');
  return {
    // Without JavaScript, the form on a show's page sends two `q` parameters.
    query: parameters.has('q') ? parameters.getAll('q').join(', ') : null,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    spoken: parameters.get('in') !== NOTES,
    sort: SEARCH_SORTS.find((sort) => sort === parameters.get('sort')) ?? USUAL_CHOICE.sort,
    about: parameters.get('strength') === ABOUT,
    period: PERIODS.find((period) => period === parameters.get('period')) ?? USUAL_CHOICE.period,
  };
}

/** Omits defaults. */
export function choiceParameters(choice: Partial<SearchChoice>): Record<string, string> {
  const { spoken, sort, about, period } = { ...USUAL_CHOICE, ...choice };
  return {
    ...(!spoken && { in: NOTES }),
    ...(sort !== USUAL_CHOICE.sort && { sort }),
    ...(about && { strength: ABOUT }),
    ...(period !== USUAL_CHOICE.period && { period }),
  };
}

export function searchAddress(
  keywords: readonly string[],
  page = 1,
  choice: Partial<SearchChoice> = {},
): string {
  const choices = Object.entries(choiceParameters(choice)).map(
    ([name, value]) => `&${name}=${value}`,
  );
  const address = `/?q=${searchQuery(keywords)}${choices.join('')}`;
  return page > 1 ? `${address}&page=${page}` : address;
}

export function pageAddress(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}
