import { SearchFailure } from './search-failure.ts';

/** The reader's sentence for a failed fetch of a landing, trend or hub page (section 8). */
export function topicFailureText(error: unknown): string {
  const reason = error instanceof SearchFailure ? error.reason : undefined;
  if (reason?.kind === 'http') {
    // HTTP/2 sends no text with a status.
    const text = reason.statusText || STATUS_TEXTS[reason.status];
    return text ? `Error: ${reason.status} - ${text}` : `Error: ${reason.status}`;
  }
  const thrown = error instanceof SearchFailure ? error.cause : error;
  const message = reason?.kind !== 'unexpected' && thrown instanceof Error ? thrown.message : '';
  return message || 'An unknown error occurred';
}

/** For the failures that the search endpoint and the hosts before it answer with. */
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
