import { type FeedFailure, refused } from '../feed-model.ts';
import { agentFor, type FetchOptions, MAX_REDIRECTS, request } from './fetch-feed.ts';
import { judgeResponse, single } from './feed-response.ts';
import { isServicePort, SERVICE_PORT_SENTENCE } from './service-ports.ts';

export interface OpenAudio {
  kind: 'open';
  /** Rejects if the response ends early or the signal fires. */
  body: AsyncIterable<Uint8Array>;
}

/** Enough for four hours at 220 kbit/s. */
export const MAX_AUDIO_BYTES = 400_000_000;

const HEADERS = { accept: 'audio/*, */*;q=0.5', 'accept-encoding': 'identity' };

/** Sends no range requests, because hosts insert different ads into each response. */
export async function fetchAudio(
  url: string,
  { allowPrivate, signal }: Pick<FetchOptions, 'allowPrivate'> & { signal: AbortSignal },
): Promise<OpenAudio | FeedFailure> {
  if (!URL.canParse(url)) return refused('unreachable', 'Invalid URL.');
  let hop = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (hop.protocol !== 'http:' && hop.protocol !== 'https:') {
      const code = redirects === 0 ? 'forbidden-address' : 'bad-redirect';
      return refused(code, 'The address is neither http nor https.');
    }
    if (isServicePort(hop.port)) return refused('forbidden-port', SERVICE_PORT_SENTENCE);
    const response = await request(agentFor(hop, allowPrivate), hop, HEADERS, signal);
    if ('kind' in response)
      return signal.aborted ? refused('timed-out', 'The host took too long.') : response;
    const { statusCode: status, headers, body } = response;
    // Without a listener, an error of a body that nobody reads would be uncaught.
    body.on('error', () => undefined);
    const verdict = judgeResponse({ status, headers }, hop, false, Date.now());
    const isTooLarge = Number(single(headers['content-length'])) > MAX_AUDIO_BYTES;
    if (verdict.kind === 'body' && !isTooLarge)
      return { kind: 'open', body: body as AsyncIterable<Uint8Array> };
    body.destroy();
    if (verdict.kind === 'body')
      return refused('too-large', `The audio is larger than ${MAX_AUDIO_BYTES} bytes.`);
    if (verdict.kind !== 'moved')
      return verdict.kind === 'unchanged' ? refused('http-status', 'No audio came.') : verdict;
    hop = verdict.to;
  }
  return refused('too-many-redirects', `The host redirects more than ${MAX_REDIRECTS} times.`);
}
