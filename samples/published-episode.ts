import { escapeUTF8 } from 'entities/escape';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';

export const PUBLISHING_SHOW = 'nine-minute-bulletin';

/** In UTF-16 code units; the same limit as for alerts. */
export const MAX_PUBLISHED_KEYWORD_LENGTH = 200;

export interface PublishedEpisode {
  title: string;
  link: string;
  item: string;
}

/** Used in rotation, so that episodes about the same keyword have different titles. */
const TITLES = [
  (keyword: string) => `Everyone is asking about ${keyword}`,
  (keyword: string) => `Nine minutes with ${keyword}`,
  (keyword: string) => `${keyword}, once more with numbers`,
  (keyword: string) => `What changed for ${keyword} since the last edition`,
];

/** @param number Counts published episodes from 0, so that each has its own URL. */
export function publishedEpisode(
  keyword: string,
  { base, publishedAt, number }: { base: string; publishedAt: Date; number: number },
): PublishedEpisode {
  const title = (TITLES[number % TITLES.length] ?? String)(keyword);
  const slug = `extra-edition-${publishedAt.getTime()}-${number + 1}`;
  const link = `${base}/episodes/${PUBLISHING_SHOW}/${slug}`;
  const notes =
    `An extra edition, put together this minute. Tessa reads out the three questions listeners sent in about ${keyword}, ` +
    'answers two of them, and says plainly why nobody can answer the third. The word of the day is provenance.';
  const item = `    <item>
      <title>${escapeXml(title)}</title>
      <link>${link}</link>
      <guid isPermaLink="false">${slug}</guid>
      <pubDate>${publishedAt.toUTCString()}</pubDate>
      <description>${escapeXml(notes)}</description>
      <enclosure url="${base}/audio/${PUBLISHING_SHOW}-${slug}.mp3" length="39832" type="audio/mpeg"/>
      <itunes:duration>9:00</itunes:duration>
      <itunes:explicit>false</itunes:explicit>
    </item>
`;
  return { title, link, item };
}

export function withItems(feed: string, items: readonly string[]): string {
  const first = feed.indexOf('    <item>');
  return items.length === 0 ? feed : feed.slice(0, first) + items.join('') + feed.slice(first);
}

/** XML forbids most control characters, even if they are escaped. */
function escapeXml(text: string): string {
  return escapeUTF8(text.toWellFormed().replace(/\p{Cc}+/gu, ' '));
}

export const PUBLISH_PATH = '/publish';

const MAX_BODY_BYTES = 4096;

const requestSchema = z.strictObject({
  keyword: z.string().trim().min(1).max(MAX_PUBLISHED_KEYWORD_LENGTH),
});

export const publishAnswerSchema = z.object({ title: z.string(), link: z.url() });

/** Accepts only JSON, which other origins cannot send without a CORS preflight. */
export async function takePublishRequest(
  request: IncomingMessage,
  response: ServerResponse,
  publish: (keyword: string) => z.infer<typeof publishAnswerSchema>,
): Promise<void> {
  const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
  const keyword = isJson ? await readKeyword(request) : null;
  if (keyword === null) {
    response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('Send JSON: {"keyword": "…"}\n');
    return;
  }
  response.writeHead(201, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(publish(keyword)));
}

async function readKeyword(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return requestSchema.safeParse(body).data?.keyword ?? null;
  } catch {
    return null;
  }
}
