import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { serveOnLoopback } from '../../testing/test-server.ts';
import { NO_VALIDATORS } from '../feed-model.ts';
import { item, rss } from '../fixtures/rss.ts';
import { fetchAudio } from './fetch-audio.ts';
import { fetchFeed } from './fetch-feed.ts';

const FEED = rss(item(1));
const fetched = (url: string) => fetchFeed(url, NO_VALIDATORS, { allowPrivate: () => true });

type Answer = (cookie: string | undefined, response: ServerResponse) => void;

async function host(answers: Record<string, Answer>) {
  const asked: { path: string; cookie: string | undefined }[] = [];
  const url = await serveOnLoopback((request: IncomingMessage, response) => {
    const { url: path = '' } = request;
    const { cookie } = request.headers;
    asked.push({ path, cookie });
    const answer = answers[path];
    if (answer) answer(cookie, response);
    else response.end(FEED);
  });
  return { url, asked };
}

function moves(to: string, ...cookies: string[]): Answer {
  return (_, response) =>
    response
      .writeHead(302, { location: to, ...(cookies.length > 0 && { 'set-cookie': cookies }) })
      .end();
}

const asksForCookie: Answer = (cookie, response) => {
  if (cookie === 'seen=1') response.end(FEED);
  else moves('/feed', 'seen=1; Path=/')(cookie, response);
};

test('sends a cookie back to a host that redirects to the same address', async () => {
  const { url, asked } = await host({ '/feed': asksForCookie });
  const answer = await fetched(`${url}/feed`);
  expect(answer).toMatchObject({ kind: 'fetched' });
  expect(answer).not.toHaveProperty('movedTo');
  expect(asked.map(({ cookie }) => cookie)).toEqual([undefined, 'seen=1']);
});

test('sends a cookie back for audio', async () => {
  const { url } = await host({ '/feed': asksForCookie });
  const signal = AbortSignal.timeout(10_000);
  expect(await fetchAudio(`${url}/feed`, { allowPrivate: () => true, signal })).toMatchObject({
    kind: 'open',
  });
});

test('sends cookies over a page that looks for them', async () => {
  const { url, asked } = await host({
    '/feed': (cookie, response) =>
      cookie?.includes('ok=1') ? response.end(FEED) : moves('/check', 'id=a')('', response),
    '/check': (cookie, response) => moves('/feed', `ok=${cookie === 'id=a' ? 1 : 0}`)('', response),
  });
  expect(await fetched(`${url}/feed`)).toMatchObject({ kind: 'fetched' });
  expect(asked.at(-1)?.cookie).toBe('id=a; ok=1');
});

test('forgets cookies after a fetch', async () => {
  const { url, asked } = await host({ '/feed': asksForCookie });
  await fetched(`${url}/feed`);
  await fetched(`${url}/feed`);
  expect(asked.map(({ cookie }) => cookie)).toEqual([undefined, 'seen=1', undefined, 'seen=1']);
});

test('sends no cookie to another host', async () => {
  const other = await host({});
  const { url } = await host({
    '/feed': moves(`${other.url}/feed`, 'a=1; Path=/; Domain=127.0.0.1', 'b=2; Domain=localhost'),
  });
  expect(await fetched(`${url}/feed`)).toMatchObject({ kind: 'fetched' });
  expect(other.asked).toEqual([{ path: '/feed', cookie: undefined }]);
});

test('ends a loop that sets a new cookie each time', async () => {
  let count = 0;
  const { url, asked } = await host({
    '/feed': (cookie, response) => {
      count += 1;
      moves('/feed', `c${count}=${'x'.repeat(1000)}`)(cookie, response);
    },
  });
  expect(await fetched(`${url}/feed`)).toMatchObject({ code: 'too-many-redirects' });
  expect(asked).toHaveLength(21);
  for (const { cookie = '' } of asked) expect(cookie.length).toBeLessThanOrEqual(8192);
});

test('checks the address of each redirect that comes with a cookie', async () => {
  const { url } = await host({ '/feed': moves('http://127.0.0.1:3/', 'a=1') });
  const allowPrivate = ({ origin }: URL) => origin === url;
  expect(await fetchFeed(`${url}/feed`, NO_VALIDATORS, { allowPrivate })).toMatchObject({
    code: 'forbidden-address',
  });
});
