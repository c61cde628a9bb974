import { expect, test } from 'vitest';
import { DELIVERY_EPISODES, deliverySchema } from './delivery.ts';

const episode = { title: 'On graphs', link: 'https://shows.example/1', podcast: 'Data, spoken' };

function delivery(changes: Record<string, unknown> = {}) {
  const alert = { alertId: 'a', keyword: 'graphs', count: 7, episodes: [episode] };
  return {
    id: 'ada_20261105T0800',
    state: 'sent',
    atMs: 5,
    subject: '7 new episodes',
    code: null,
    alerts: [{ ...alert, ...changes }],
  };
}

test('drops fields that only the server needs', () => {
  expect(deliverySchema.parse({ ...delivery(), expireAt: 9 })).toEqual(delivery());
});

test('keeps the times at which episodes were found', () => {
  const found = delivery({ episodes: [{ ...episode, foundAtMs: 4 }], moreFoundAtMs: [3, 2] });
  expect(deliverySchema.parse(found)).toEqual(found);
});

test('accepts at most three episodes per alert', () => {
  const withEpisodes = (count: number) =>
    deliverySchema.safeParse(delivery({ episodes: Array(count).fill(episode) })).success;
  expect(DELIVERY_EPISODES).toBe(3);
  expect([0, 3, 4].map(withEpisodes)).toEqual([true, true, false]);
});

test('accepts settled digests only', () => {
  for (const state of ['queued', 'sending']) {
    expect(deliverySchema.safeParse({ ...delivery(), state }).success).toBe(false);
  }
  for (const state of ['failed', 'cancelled']) {
    const settled = { ...delivery(), state, code: 'rejected' };
    expect(deliverySchema.parse(settled)).toEqual(settled);
  }
});
