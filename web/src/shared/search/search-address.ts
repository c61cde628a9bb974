import { searchQuery } from 'functions/contract';

/** What the address of the home page says about the search: `/?q=openai,sam+altman&repeated=1&page=2`. */
export interface SearchAddress {
  /** The text of the search field, or null where nothing is searched. */
  query: string | null;
  /** Counted from 1. */
  page: number;
  /** Whether what is said in episodes is searched besides what is written about them. */
  spoken: boolean;
  /** Whether what shows say in all of their episodes is searched as well. */
  repeated: boolean;
}

/** The value of `in` that keeps a search to what is written. */
const NOTES = 'notes';

/** Reads the query part of an address, and ignores what makes no sense in it. */
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

/** The address under which a search can be shared, reloaded and gone back to. */
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

/** The address of a page of the results that stand at a path. */
export function pageAddress(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}
