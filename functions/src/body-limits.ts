import { MAX_FEED_URL_LENGTH, MAX_OPML_BYTES, MAX_SHOWS } from './contract/index.ts';
import { MAX_REPORT_BYTES } from './mail/transport/drivers.ts';
import { MAX_FORM_BYTES } from './unsubscribe/unsubscribe-form.ts';
import type { BodyLimits } from './platform/http/guard-request.ts';
import { MAX_BODY_BYTES } from './search/read-search-request.ts';

/** The confirmation of a deletion is the longest: a thousand characters. */
const CALLABLE: BodyLimits = { maxBytes: 8192, callable: true };

/**
 * What the functions take that anybody may call. Google lets only its own services call the others,
 * with bodies that we gave them.
 */
export const BODY_LIMITS: Readonly<Record<string, BodyLimits>> = {
  search: { maxBytes: MAX_BODY_BYTES },
  health: { maxBytes: 0 },
  privateFeeds: { maxBytes: 0 },
  publicFeeds: { maxBytes: 0 },
  pages: { maxBytes: 0 },
  unsubscribe: { maxBytes: MAX_FORM_BYTES },
  api: { maxBytes: MAX_BODY_BYTES, methods: ['POST', 'PATCH'] },
  mailEvents: { maxBytes: MAX_REPORT_BYTES },
  channels: CALLABLE,
  keys: CALLABLE,
  deleteAccount: CALLABLE,
  exportAccount: CALLABLE,
  previewDigest: CALLABLE,
  lookUpShow: CALLABLE,
  unfollowShow: CALLABLE,
  followShows: { ...CALLABLE, maxBytes: 2 * MAX_SHOWS * MAX_FEED_URL_LENGTH },
  // Quotation marks and line ends take two bytes in JSON.
  previewShows: { ...CALLABLE, maxBytes: 2 * MAX_OPML_BYTES },
};
