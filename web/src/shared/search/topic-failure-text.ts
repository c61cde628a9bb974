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
