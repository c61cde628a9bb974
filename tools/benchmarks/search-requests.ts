import { Agent, request as httpRequest } from 'node:http';
import {
  MINUTE_MS,
  RESULTS_ASKED,
  type SearchRequest,
} from '../../functions/src/contract/index.ts';
import { PLANTED } from './bench-episodes.ts';
import type { MakeRequest } from './generate-load.ts';

const CLIENTS = 1000;
const DAY_MINUTES = 24 * 60;
const KEYWORDS = [PLANTED.rare, PLANTED.phrase, PLANTED.common, 'quantum', 'altman'];

const startedAt = Date.now();

/** 14 400 consecutive indexes give different searches, so that no response comes from the one-minute cache. */
export function uniqueSearch(keywords: string[], index: number): SearchRequest {
  const minutesBack = index % (10 * DAY_MINUTES);
  const startDate = startedAt - 24 * DAY_MINUTES * MINUTE_MS - minutesBack * MINUTE_MS;
  return { keywords, language: 'English', startDate };
}

/** 72 000 consecutive indexes give different searches. */
export function differentRequest(index: number): SearchRequest {
  const keyword = KEYWORDS[index % KEYWORDS.length] ?? '';
  return uniqueSearch([keyword], Math.floor(index / KEYWORDS.length));
}

export function sameRequest(index: number): SearchRequest {
  return { keywords: [KEYWORDS[index % KEYWORDS.length] ?? ''], language: 'English' };
}

/** Many addresses, so that no client reaches the rate limit. */
const clientOf = (index: number) => `fd00:0:0:${(index % CLIENTS).toString(16)}::1`;

/** Any status but 200 counts as an error. */
export function overHttp(url: string, make: (index: number) => SearchRequest): MakeRequest {
  const agent = new Agent({ keepAlive: true });
  return (index) =>
    new Promise<boolean>((resolve, reject) => {
      const body = JSON.stringify(make(index));
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        // The site sends this header too. Older commits ignore it and return 100 episodes.
        prefer: `limit=${RESULTS_ASKED}`,
        'x-forwarded-for': clientOf(index),
      };
      const request = httpRequest(url, { method: 'POST', agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode === 200));
        answer.on('error', reject);
      });
      request.on('error', reject);
      request.end(body);
    });
}
