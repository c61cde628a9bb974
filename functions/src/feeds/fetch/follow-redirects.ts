import { type FeedFailure, refused } from '../feed-model.ts';
import { createCookieJar } from './cookie-jar.ts';
import type { Response, Verdict } from './feed-response.ts';
import { type Ask, waysToAsk } from './request-hop.ts';
import { isServicePort, SERVICE_PORT_SENTENCE } from './service-ports.ts';

/** As many as browsers follow. */
const MAX_REDIRECTS = 20;

export type Moved = Extract<Verdict, { kind: 'moved' }>;

interface Followed<Answer> {
  answer: Answer | FeedFailure;
  redirects: number;
  finalUrl: string;
  /** True if all redirects were permanent. */
  isPermanent: boolean;
}

/**
 * Checks every address before it is asked. Cookies go back to the host that set them, until the fetch ends. A host
 * whose answer breaks the rules of HTTP is asked once more, leniently.
 * @param allowPrivate Called for the first URL and each redirect. Returns true if the URL may have a private address.
 */
export async function followRedirects<Answer extends { kind: string }>(
  url: string,
  allowPrivate: (url: URL) => boolean,
  visit: (
    hop: URL,
    ask: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response | FeedFailure>,
  ) => Promise<Answer | FeedFailure | Moved>,
): Promise<Followed<Answer>> {
  const cookies = createCookieJar();
  let hop = new URL(url);
  let isPermanent = true;
  const ended = (answer: Answer | FeedFailure, redirects: number): Followed<Answer> => {
    return { answer, redirects, finalUrl: hop.href, isPermanent };
  };

  async function visitBy(ask: Ask): Promise<Answer | FeedFailure | Moved> {
    return visit(hop, async (headers, signal) => {
      const cookie = cookies.headerFor(hop);
      const response = await ask(hop, { ...headers, ...(cookie !== null && { cookie }) }, signal);
      if (!('kind' in response)) cookies.add(hop, response.headers['set-cookie']);
      return response;
    });
  }

  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const refusal = refusalOf(hop, redirects > 0);
    if (refusal !== null) return ended(refusal, redirects);
    const [strictly, leniently] = waysToAsk(allowPrivate(hop));
    const first = await visitBy(strictly);
    const second = isFailure(first, 'bad-http') ? await visitBy(leniently) : first;
    const answer = isFailure(second, 'unreachable') ? first : second;
    if (!isMoved(answer)) return ended(answer, redirects);
    hop = answer.to;
    isPermanent &&= answer.isPermanent;
  }
  return ended(
    refused('too-many-redirects', `The host redirects more than ${MAX_REDIRECTS} times.`),
    MAX_REDIRECTS,
  );
}

function refusalOf(hop: URL, isRedirect: boolean): FeedFailure | null {
  if (hop.protocol !== 'http:' && hop.protocol !== 'https:') {
    const code = isRedirect ? 'bad-redirect' : 'forbidden-address';
    return refused(code, 'The address is neither http nor https.');
  }
  return isServicePort(hop.port) ? refused('forbidden-port', SERVICE_PORT_SENTENCE) : null;
}

function isFailure(answer: { kind: string }, code: FeedFailure['code']): boolean {
  return 'code' in answer && answer.code === code;
}

function isMoved(answer: { kind: string }): answer is Moved {
  return answer.kind === 'moved';
}
