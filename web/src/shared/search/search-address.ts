import { searchQuery } from 'functions/contract';

/** The search state in the home page's URL: `/?q=openai,sam+altman&repeated=1&page=2`. */
export interface SearchAddress {
  /** The text of the search field; null without a search. */
  query: string | null;
  /** Page number from 1. */
  page: number;
  /** Whether transcripts are searched. */
  spoken: boolean;
  /** Whether boilerplate is searched. */
  repeated: boolean;
}

/** The value of `in` for a search without transcripts. */
const NOTES = 'notes';

/** Parses a URL's query string; invalid values become defaults. */
export function readSearchAddress(search: string): SearchAddress {
  const parameters = new URLSearchParams(search);
  const page = Number(parameters.get('page') ?? '1');
  return {
    query: parameters.get('q'),
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    spoken: parameters.get('in') !== NOTES,
    repeated: parameters.get('repeated') === '1',
  };
}

/** The shareable URL of a search. */
export function searchAddress(
  keywords: readonly string[],
  page = 1,
  spoken = true,
  repeated = false,
): string {
  const choices = `${spoken ? '' : `&in=${NOTES}`}${repeated ? '&repeated=1' : ''}`;
  const address = `/?q=${searchQuery(keywords)}${choices}`;
  return page > 1 ? `${address}&page=${page}` : address;
}

export function pageAddress(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}
