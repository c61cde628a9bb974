import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { selfSigned } from '../../testing/test-certificate.ts';
import { failureSentence } from '../failure-sentence.ts';
import { NO_VALIDATORS } from '../feed-model.ts';
import { fetchFeed } from './fetch-feed.ts';

it('reports a bad certificate with its error code', async () => {
  const server = createServer(selfSigned(), (_, response) => response.end('<rss/>')).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `https://localhost:${(server.address() as AddressInfo).port}/feed`;
  const fetched = await fetchFeed(url, NO_VALIDATORS, { allowPrivate: () => true });
  expect(fetched).toEqual({
    kind: 'refused',
    code: 'bad-certificate',
    message: 'The host’s certificate is wrong (DEPTH_ZERO_SELF_SIGNED_CERT).',
  });
  expect(failureSentence('bad-certificate')).toMatch(/certificate/);
});
