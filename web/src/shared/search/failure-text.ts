import { SearchFailure } from './search-failure.ts';

/** The error message for the episodes of a topic or hub page (specification, section 8). */
export function topicFailureText(error: unknown): string {
  const reason = error instanceof SearchFailure ? error.reason : undefined;
  if (reason?.kind === 'http') {
    // HTTP/2 has no reason phrase.
    const text = reason.statusText || STATUS_TEXTS[reason.status];
    return text ? `Error: ${reason.status} - ${text}` : `Error: ${reason.status}`;
  }
  const thrown = error instanceof SearchFailure ? error.cause : error;
  const message = reason?.kind !== 'unexpected' && thrown instanceof Error ? thrown.message : '';
  return message || 'An unknown error occurred';
}

/** The statuses that the search function and its proxies return. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** The error message for a search on the home page (specification, section 8). */
export function searchFailureText(error: unknown): string {
  const reason = error instanceof SearchFailure ? error.reason : undefined;
  switch (reason?.kind) {
    case 'http':
      return statusText(reason.status);
    case 'network':
      return 'Unable to connect to the search service. Please check your internet connection and try again.';
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
