import { expect, test, vi } from 'vitest';
import { createInSlots } from './create-in-slots.ts';
import { LimitReached } from '#shared/data/member/member-data.ts';

const denial = () => Object.assign(new Error('denied'), { code: 'permission-denied' });

/** A server with documents of these ids, some of which the page knows. */
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

test('creates in a slot that is free, and asks the server nothing', async () => {
  const page = start(['000'], ['000']);
  await createInSlots(page);
  expect([...page.server.keys()]).toEqual(['000', '001']);
  expect(page.stored).not.toHaveBeenCalled();
});

test('a slot that another tab took meanwhile is left to it, and another one is taken', async () => {
  const page = start(['000', '001'], []);
  await createInSlots(page);
  expect(page.create.mock.calls).toEqual([[['000']], [['002']]]);
  expect([...page.server.keys()]).toEqual(['000', '001', '002']);
});

test('another tab may take the last slot: then the limit is reached', async () => {
  await expect(createInSlots(start(['000', '001', '002'], []))).rejects.toThrow(LimitReached);
});

test('nothing is created where the other tab did what was to be done', async () => {
  const page = start(['000'], []);
  await createInSlots({ ...page, choose: (taken) => (taken.has('000') ? [] : ['000']) });
  expect([...page.server.keys()]).toEqual(['000']);
});

test('a refusal for another reason is not tried again', async () => {
  const page = start([], []);
  page.create.mockImplementation(() => Promise.reject(denial()));
  await expect(createInSlots(page)).rejects.toThrow('denied');
  expect(page.create).toHaveBeenCalledOnce();
});

test('a failure that is no refusal is not tried again', async () => {
  const page = start(['000'], []);
  page.create.mockRejectedValue(new Error('offline'));
  await expect(createInSlots(page)).rejects.toThrow('offline');
  expect(page.stored).not.toHaveBeenCalled();
});

test('gives up after five tries', async () => {
  const page = start(['000'], []);
  await expect(createInSlots({ ...page, choose: () => ['000'] })).rejects.toThrow('denied');
  expect(page.create).toHaveBeenCalledTimes(5);
});
