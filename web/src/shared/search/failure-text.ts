import { SearchFailure } from './request-search.ts';

export const UNREACHABLE =
  'Unable to connect to the search service. Please check your internet connection and try again.';

/** The error message for a search on the home page. */
export function searchFailureText(error: unknown): string {
  const reason = error instanceof SearchFailure ? error.reason : undefined;
  switch (reason?.kind) {
    case 'http':
      return statusText(reason.status);
    case 'network':
      return UNREACHABLE;
    case 'unexpected':
    case undefined:
      return 'An unexpected error occurred. Please try again.';
  }
}

function statusText(status: number): string {
  switch (status) {
    case 500:
      return 'The podcast search service is temporarily unavailable. Please try again in a few minutes.';
    case 429:
      return 'Too many requests. Please wait a moment and try again.';
    case 404:
      return 'Search service not found. Please contact support.';
    default:
      return `Search failed (${status}). Please try again later.`;
  }
}
