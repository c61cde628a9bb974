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

/** RFC 9110, and RFC 6585 and 7725 for 428 to 451. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  425: 'Too Early',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
