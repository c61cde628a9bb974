import { UNREACHABLE } from './failure-text.ts';
import { SearchFailure } from './request-search.ts';

/**
 * The error message on a topic or hub page. Empty if the response contained no
 * list, because these pages then show no episodes instead of an error (section 4).
 */
export function topicFailureText(error: unknown): string {
  const unknown = 'An unknown error occurred';
  if (!(error instanceof SearchFailure))
    return (error instanceof Error && error.message) || unknown;
  const { reason, cause } = error;
  if (reason.kind === 'network') return UNREACHABLE;
  if (reason.kind === 'unexpected') return cause instanceof TypeError ? '' : unknown;
  // HTTP/2 responses have no reason phrase.
  const text = reason.statusText || STATUS_TEXTS[reason.status];
  return text ? `Error: ${reason.status} - ${text}` : `Error: ${reason.status}`;
}

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
