import { expect, test } from 'vitest';
import { searchFailureText } from './failure-text.ts';
import { SearchFailure } from './request-search.ts';
import { topicFailureText } from './topic-failure-text.ts';

const http = (status: number) => new SearchFailure({ kind: 'http', status, statusText: '' });

test.each([
  [
    http(500),
    'The podcast search service is temporarily unavailable. Please try again in a few minutes.',
  ],
  [http(429), 'Too many requests. Please wait a moment and try again.'],
  [http(404), 'Search service not found. Please contact support.'],
  [http(400), 'Search failed (400). Please try again later.'],
  [http(503), 'Search failed (503). Please try again later.'],
  [
    new SearchFailure({ kind: 'network' }),
    'Unable to connect to the search service. Please check your internet connection and try again.',
  ],
  [new SearchFailure({ kind: 'unexpected' }), 'An unexpected error occurred. Please try again.'],
  [new Error('a bug'), 'An unexpected error occurred. Please try again.'],
])('describes %s as "%s"', (failure, text) => {
  expect(searchFailureText(failure)).toBe(text);
});

test.each([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [408, 'Request Timeout'],
  [422, 'Unprocessable Content'],
  [451, 'Unavailable For Legal Reasons'],
  [501, 'Not Implemented'],
])('names the reason of status %s on topic pages over HTTP/2', (status, reason) => {
  expect(topicFailureText(http(status))).toBe(`Error: ${status} - ${reason}`);
});

test('prefers the reason that the backend sends, and knows none for status 418', () => {
  const sent = { kind: 'http', status: 401, statusText: 'No Key' } as const;
  expect(topicFailureText(new SearchFailure(sent))).toBe('Error: 401 - No Key');
  expect(topicFailureText(http(418))).toBe('Error: 418');
});
