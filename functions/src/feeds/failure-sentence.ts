import type { FeedFailureCode } from './feed-model.ts';

const BROKEN = 'The feed is broken and cannot be read.';
const NO_FEED = 'There is no feed at this address any more.';
const NOT_REACHED = 'The feed’s host cannot be reached.';

const BAD_CERTIFICATE =
  'The certificate of the feed’s host is wrong or incomplete, so Earshot cannot connect safely, although a browser may open the address. The publisher or the host can fix that.';

const BAD_HTTP =
  'The answer of the feed’s host breaks the rules of HTTP, so Earshot cannot read it, although a browser may open the address. The publisher or the host can fix that.';

const SENTENCES: Record<FeedFailureCode | 'operator-blocked', string> = {
  'http-status': 'The feed’s host answers with an error.',
  gone: 'The publisher has ended this feed.',
  blocked: 'The publisher asks that this feed be in no directory, so Earshot does not read it.',
  'operator-blocked': 'Earshot does not read this feed any more.',
  'asked-to-wait': 'The feed’s host asks us to wait.',
  'asked-too-often': 'Too many feeds were asked for. Try again in ten minutes.',
  'bad-redirect': NOT_REACHED,
  'too-many-redirects': NOT_REACHED,
  'forbidden-address': NOT_REACHED,
  'forbidden-port': 'The port of this address belongs to another service than the web.',
  unreachable: NOT_REACHED,
  'bad-certificate': BAD_CERTIFICATE,
  'bad-http': BAD_HTTP,
  'timed-out': 'The feed’s host takes too long to answer.',
  'too-large': 'The feed is too large.',
  'cut-short': 'The answer of the feed’s host ends too early.',
  'bad-encoding': BROKEN,
  'unexpected-not-modified': 'The feed’s host answers with an error.',
  empty: 'The feed is empty.',
  'web-page': NO_FEED,
  'feed-list': NO_FEED,
  'not-a-feed': NO_FEED,
  'document-type': BROKEN,
  'not-well-formed': BROKEN,
  'too-deep': BROKEN,
};

/** The feed's followers see this sentence. */
export function failureSentence(code: string): string {
  return new Map(Object.entries(SENTENCES)).get(code) ?? 'The feed cannot be read.';
}
