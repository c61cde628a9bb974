import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { MAX_PUBLISHED_KEYWORD_LENGTH } from './published-episode.ts';

/** Where the sample host takes orders to publish an episode. */
export const PUBLISH_PATH = '/publish';

const MAX_BODY_BYTES = 4096;

const requestSchema = z.strictObject({
  keyword: z.string().trim().min(1).max(MAX_PUBLISHED_KEYWORD_LENGTH),
});

/** What the host answers: the episode it has published. */
export const publishAnswerSchema = z.object({ title: z.string(), link: z.url() });

/**
 * Takes `POST /publish` of JSON `{keyword}` and answers 201 with what `publish` returns. Other content
 * types are refused: JSON is what no page of another site can send here without being asked first.
 */
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
