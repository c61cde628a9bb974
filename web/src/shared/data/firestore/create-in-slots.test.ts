import { expect, test, vi } from 'vitest';
import { createInSlots } from './create-in-slots.ts';
import { LimitReached } from '#shared/data/member/member-data.ts';

const denial = () => Object.assign(new Error('denied'), { code: 'permission-denied' });

/** Mocks a server with documents of these ids, and a page that knows some of them. */
function start(onServer: string[], known: string[]) {
  const server = new Map(onServer.map((id) => [id, {}]));
  return {
    server,
    known: () => Promise.resolve(new Map(known.map((id) => [id, {}]))),
    stored: vi.fn(() => Promise.resolve(new Map(server))),
    create: vi.fn((slots: readonly string[]) => {
      if (slots.some((slot) => server.has(slot))) return Promise.reject(denial());
      for (const slot of slots) server.set(slot, {});
      return Promise.resolve();
    }),
    choose: (taken: ReadonlyMap<string, unknown>) => {
      const free = ['000', '001', '002'].find((slot) => !taken.has(slot));
      if (free === undefined) throw new LimitReached();
      return [free];
    },
  };
}

test('creates in a free slot without reading the server', async () => {
  const page = start(['000'], ['000']);
  await createInSlots(page);
  expect([...page.server.keys()]).toEqual(['000', '001']);
  expect(page.stored).not.toHaveBeenCalled();
});

test('chooses another slot if another tab took the first one', async () => {
  const page = start(['000', '001'], []);
  await createInSlots(page);
  expect(page.create.mock.calls).toEqual([[['000']], [['002']]]);
  expect([...page.server.keys()]).toEqual(['000', '001', '002']);
});

test('throws LimitReached if another tab took the last slot', async () => {
  await expect(createInSlots(start(['000', '001', '002'], []))).rejects.toThrow(LimitReached);
});

test('creates nothing if another tab has already done so', async () => {
  const page = start(['000'], []);
  await createInSlots({ ...page, choose: (taken) => (taken.has('000') ? [] : ['000']) });
  expect([...page.server.keys()]).toEqual(['000']);
});

test('does not retry a refusal for another reason', async () => {
  const page = start([], []);
  page.create.mockImplementation(() => Promise.reject(denial()));
  await expect(createInSlots(page)).rejects.toThrow('denied');
  expect(page.create).toHaveBeenCalledOnce();
});

test('does not retry errors other than refusals', async () => {
  const page = start(['000'], []);
  page.create.mockRejectedValue(new Error('offline'));
  await expect(createInSlots(page)).rejects.toThrow('offline');
  expect(page.stored).not.toHaveBeenCalled();
});

test('gives up after five attempts', async () => {
  const page = start(['000'], []);
  await expect(createInSlots({ ...page, choose: () => ['000'] })).rejects.toThrow('denied');
  expect(page.create).toHaveBeenCalledTimes(5);
});
