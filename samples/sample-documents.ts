import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { episodePage, readSampleShow } from './episode-page.ts';
import { fillPlaceholders } from './fill-placeholders.ts';
import { PUBLISHING_SHOW, withItems } from './published-episode.ts';

export interface SampleDocument {
  contentType: string;
  body: Buffer;
  etag: string;
}

/** Texts of the files by URL path. */
type SampleFiles = ReadonlyMap<string, string>;

export async function readSampleFiles(): Promise<SampleFiles> {
  const names = await Promise.all(
    ['feeds', 'covers', 'transcripts', 'chapters'].map(async (folder) =>
      (await readdir(path.join(import.meta.dirname, folder))).map((name) => `/${folder}/${name}`),
    ),
  );
  const served = ['/feeds.opml', ...names.flat()];
  const texts = served.map(
    async (name) => [name, await readFile(path.join(import.meta.dirname, name), 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

/**
 * All documents except audio, by URL path.
 * @param published RSS items to add to {@link PUBLISHING_SHOW}, newest first.
 */
export function sampleDocuments(
  files: SampleFiles,
  { base, now }: { base: string; now: Date },
  published: readonly string[] = [],
): Map<string, SampleDocument> {
  const documents = new Map<string, SampleDocument>();
  for (const [name, text] of files) {
    const items = name === `/feeds/${PUBLISHING_SHOW}.xml` ? published : [];
    const filled = withItems(fillPlaceholders(text, { base, now }), items);
    documents.set(name, sampleDocument(contentTypeOf(name, filled), filled));
    if (!name.startsWith('/feeds/')) continue;
    const show = readSampleShow(filled);
    for (const episode of show.episodes) {
      const page = sampleDocument('text/html; charset=utf-8', episodePage(show, episode));
      documents.set(episode.link.slice(base.length), page);
    }
  }
  return documents;
}

export function sampleDocument(contentType: string, content: string | Buffer): SampleDocument {
  const body = Buffer.from(content);
  const digest = createHash('sha256').update(body).digest('base64url');
  return { contentType, body, etag: `"${digest.slice(0, 27)}"` };
}

const CONTENT_TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.opml': 'text/x-opml; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.srt': 'application/x-subrip; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

function contentTypeOf(name: string, text: string): string {
  const known = CONTENT_TYPES[path.extname(name)];
  if (known !== undefined) return known;
  return text.includes('<rss')
    ? 'application/rss+xml; charset=utf-8'
    : 'application/atom+xml; charset=utf-8';
}
