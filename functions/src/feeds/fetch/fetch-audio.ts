import { type FeedFailure, refused } from '../feed-model.ts';
import type { FetchOptions } from './fetch-feed.ts';
import { judgeResponse, single } from './feed-response.ts';
import { followRedirects } from './follow-redirects.ts';

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
  const { answer } = await followRedirects<OpenAudio>(url, allowPrivate, async (hop, ask) => {
    const response = await ask(HEADERS, signal);
    if ('kind' in response)
      return signal.aborted ? refused('timed-out', 'The host took too long.') : response;
    const { headers, body } = response;
    const verdict = judgeResponse(response, hop, false, Date.now());
    const isTooLarge = Number(single(headers['content-length'])) > MAX_AUDIO_BYTES;
    if (verdict.kind === 'body' && !isTooLarge)
      return { kind: 'open', body: body as AsyncIterable<Uint8Array> };
    body.destroy();
    if (verdict.kind === 'body')
      return refused('too-large', `The audio is larger than ${MAX_AUDIO_BYTES} bytes.`);
    if (verdict.kind === 'unchanged') return refused('http-status', 'No audio came.');
    return verdict.kind === 'refused' ? { ...verdict, status: response.status } : verdict;
  });
  return answer;
}
