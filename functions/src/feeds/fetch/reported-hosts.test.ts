import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serveOnLoopback } from '../../testing/test-server.ts';
import { NO_VALIDATORS } from '../feed-model.ts';
import { item, rss } from '../fixtures/rss.ts';
import { fetchFeed } from './fetch-feed.ts';

const FEED = rss(item(1));
const fetched = (url: string) => fetchFeed(url, NO_VALIDATORS, { allowPrivate: () => true });

describe('a host that names an encoding that is none', () => {
  it.each(['none', 'utf-8', 'UTF8', 'binary', 'aws-chunked', 'identity', 'none, identity'])(
    'reads a body whose encoding is named %s',
    async (encoding) => {
      const url = await serveOnLoopback((_, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(FEED);
      });
      const answer = await fetched(url);
      expect(answer.kind === 'fetched' && Buffer.from(answer.bytes).toString()).toBe(FEED);
    },
  );

  it('undoes the compression named beside a pseudo encoding', async () => {
    const url = await serveOnLoopback((_, response) => {
      response.writeHead(200, { 'content-encoding': 'aws-chunked,gzip' }).end(gzipSync(FEED));
    });
    const answer = await fetched(url);
    expect(answer.kind === 'fetched' && Buffer.from(answer.bytes).toString()).toBe(FEED);
  });

  it('refuses an unknown encoding of binary data', async () => {
    const url = await serveOnLoopback((_, response) => {
      response
        .writeHead(200, { 'content-encoding': 'sdch' })
        .end(Buffer.from('53444348012345', 'hex'));
    });
    expect(await fetched(url)).toMatchObject({ code: 'bad-encoding' });
  });
});

describe('a host that redirects to an address of other letters than ASCII', () => {
  it.each([
    ['UTF-8', '/zürich/東京?q=é', '/z%C3%BCrich/%E6%9D%B1%E4%BA%AC?q=%C3%A9'],
    ['Latin-1', 'Z\xfcrich', '/Z%C3%BCrich'],
    ['percents', '/z%C3%BCrich', '/z%C3%BCrich'],
  ])('follows a redirect to a non-ASCII address in %s', async (name, location, path) => {
    const asked: string[] = [];
    const url = await serveOnLoopback((request, response) => {
      asked.push(request.url ?? '');
      // Node.js writes headers as Latin-1, one byte per character.
      const bytes = name === 'UTF-8' ? Buffer.from(location).toString('latin1') : location;
      if (asked.length === 1) response.writeHead(302, { location: bytes }).end();
      else response.end(FEED);
    });
    expect(await fetched(`${url}/feed`)).toMatchObject({ kind: 'fetched' });
    expect(asked).toEqual(['/feed', path]);
  });
});
