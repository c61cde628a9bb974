import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { notFoundPage } from './episode-page.ts';
import {
  PUBLISH_PATH,
  publishedEpisode,
  PUBLISHING_SHOW,
  takePublishRequest,
} from './published-episode.ts';
import { HUB_PATH, sampleHub } from './sample-hub.ts';
import {
  readSampleFiles,
  sampleDocument,
  type SampleDocument,
  sampleDocuments,
} from './sample-documents.ts';
import { readSampleSounds } from './sample-sounds.ts';
import { readKnownClips, readSpeechPath, speechService } from './speech-service.ts';
import { silentMp3 } from './silent-mp3.ts';

export interface SampleHost {
  /** Without a trailing slash. */
  url: string;
  /** Seconds of audio that the speech service has billed. */
  billedSeconds(): number;
  /** Closes open connections immediately. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

interface SampleHostOptions {
  port: number;
  /** All dates in the feeds are relative to this time; default: now. */
  now?: Date;
}

const audioPath = /^\/audio\/[^/]+\.mp3$/;
const audio = sampleDocument('audio/mpeg', silentMp3(10));
const notFound = sampleDocument('text/html; charset=utf-8', notFoundPage());

/** Serves the sample podcasts. Rejects if the port is taken. */
export async function startSampleHost({
  port,
  now = new Date(),
}: SampleHostOptions): Promise<SampleHost> {
  const files = await readSampleFiles();
  const sounds = await readSampleSounds();
  const speech = speechService(await readKnownClips());
  const server = createServer();
  const url = await listen(server, port);
  const hub = sampleHub();
  const published: string[] = [];
  let changedAt = now;
  let documents = sampleDocuments(files, { base: url, now });

  function publish(keyword: string) {
    changedAt = new Date();
    const spec = { base: url, publishedAt: changedAt, number: published.length };
    const { item, ...episode } = publishedEpisode(keyword, spec);
    published.unshift(item);
    documents = sampleDocuments(files, { base: url, now }, published);
    const feed = `/feeds/${PUBLISHING_SHOW}.xml`;
    void hub.notify(url + feed, documents.get(feed)?.body ?? Buffer.alloc(0));
    return episode;
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const [name = ''] = (request.url ?? '').split('?', 1);
    if (name === PUBLISH_PATH && request.method === 'POST') {
      void takePublishRequest(request, response, publish).catch(() => response.destroy());
      return;
    }
    if (name === HUB_PATH && request.method === 'POST') {
      void hub.take(request, response).catch(() => response.destroy());
      return;
    }
    const speechCall = request.method === 'POST' ? readSpeechPath(name) : null;
    if (speechCall !== null) {
      void speech.take(request, response, speechCall.fault).catch(() => response.destroy());
      return;
    }
    const found = audioPath.test(name) ? (sounds.get(name) ?? audio) : documents.get(name);
    answer(request, response, found, changedAt);
  });
  return { url, billedSeconds: speech.billedSeconds, close: () => close(server) };
}

function answer(
  { method = '', headers }: IncomingMessage,
  response: ServerResponse,
  found: SampleDocument | undefined,
  changedAt: Date,
): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Robots-Tag', 'noindex');
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const { contentType, body, etag } = found ?? notFound;
  if (found) {
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('ETag', etag);
    response.setHeader('Last-Modified', changedAt.toUTCString());
    if (isUnchanged(headers, etag, changedAt)) {
      response.writeHead(304).end();
      return;
    }
  }
  if (contentType.startsWith('text/html')) {
    response.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'",
    );
  }
  const range = found && byteRange(headers.range, body.length);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${body.length}` }).end();
    return;
  }
  const part = range ? body.subarray(range.first, range.last + 1) : body;
  if (found) response.setHeader('Accept-Ranges', 'bytes');
  if (range) {
    const { first, last } = range;
    response.setHeader('Content-Range', `bytes ${first}-${last}/${body.length}`);
  }
  response.writeHead(range ? 206 : found ? 200 : 404, {
    'Content-Type': contentType,
    'Content-Length': part.length,
  });
  response.end(method === 'HEAD' ? undefined : part);
}

/** RFC 9110, 13.1.3: If-None-Match takes precedence; dates are compared in whole seconds. */
function isUnchanged(headers: IncomingHttpHeaders, etag: string, changedAt: Date): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) {
    return known.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
  }
  const seenAtMs = Date.parse(headers['if-modified-since'] ?? '');
  return seenAtMs >= Math.floor(changedAt.getTime() / 1000) * 1000;
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, HOST);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port');
  return `http://${HOST}:${address.port}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

/** Parses a Range header with one range (RFC 9110, 14.2). Null for the whole file. */
export function byteRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return first > last ? 'unsatisfiable' : { first, last };
}
