import { expect, test } from 'vitest';
import { HOUR_MS } from '../../contract/index.ts';
import { migrate, type MigrationProgress, type MigrationStore, NO_PROGRESS } from './migrate.ts';
import { DOCUMENTS_VERSION, FIRST_VERSION, type Migration, MIGRATIONS } from './migrations.ts';

const DOUBLE: Migration = {
  text: 'alerts: `twice`',
  collection: 'alerts',
  change: ({ once, twice }) => (twice === 2 * Number(once) ? null : { twice: 2 * Number(once) }),
};

/** Five documents, in pages of two. */
function world(changes: Partial<Pick<MigrationStore, 'change'>> = {}) {
  const documents = new Map<string, Record<string, unknown>>(
    [1, 2, 3, 4, 5].map((once) => [`alerts/${once}`, { once }]),
  );
  const state = { progress: NO_PROGRESS, nowMs: 0, pages: 0 };
  const store: MigrationStore = {
    progress: () => Promise.resolve(state.progress),
    save: (progress: MigrationProgress) => {
      state.progress = progress;
      return Promise.resolve();
    },
    page: (_, after) => {
      state.pages += 1;
      const rest = [...documents].filter(([path]) => path > (after ?? ''));
      const page = rest.slice(0, 2).map(([path, fields]) => ({ path, fields }));
      return Promise.resolve({ documents: page, isLast: rest.length < 2 });
    },
    change: ({ path }, fields) => {
      documents.set(path, { ...documents.get(path), ...fields });
      return Promise.resolve(true);
    },
    ...changes,
  };
  const work = (untilMs = Infinity, migrations: readonly Migration[] = [DOUBLE]) =>
    migrate(store, { migrations, now: () => state.nowMs, oldWritersMs: HOUR_MS, untilMs });
  const twice = () => [...documents.values()].map((fields) => fields['twice']);
  return { state, documents, work, twice };
}

test('what is stored is changed at once, and once more when no old code writes any longer', async () => {
  const { state, documents, work, twice } = world();
  expect(await work()).toMatchObject({ version: FIRST_VERSION, passAtMs: null });
  expect(twice()).toEqual([2, 4, 6, 8, 10]);
  documents.set('alerts/3', { once: 7, twice: 6 });
  state.nowMs = HOUR_MS - 1;
  await work();
  expect(twice()[2]).toBe(6);
  state.nowMs = HOUR_MS;
  expect(await work()).toEqual({ ...NO_PROGRESS, version: FIRST_VERSION + 1 });
  expect(twice()[2]).toBe(14);
});

test('work that was ended goes on with the page where it was', async () => {
  const { state, work, twice } = world();
  state.progress = { ...NO_PROGRESS, begunAtMs: 0, passAtMs: 0, after: 'alerts/2' };
  await work();
  expect(twice()).toEqual([undefined, undefined, 6, 8, 10]);
  expect(state.pages).toBe(2);
  state.nowMs = HOUR_MS;
  await work(HOUR_MS);
  expect(twice()[0]).toBeUndefined();
});

test('a pass that others overtook is not the last', async () => {
  const tried: string[] = [];
  const { state, work } = world({
    change: ({ path }) => Promise.resolve(tried.push(path) > 1),
  });
  state.nowMs = HOUR_MS;
  state.progress = { ...NO_PROGRESS, begunAtMs: 0 };
  expect(await work()).toMatchObject({ version: FIRST_VERSION + 1 });
  expect(tried.filter((path) => path === 'alerts/1')).toHaveLength(2);
});

test('nothing is done where nothing is left to do, or newer code was here', async () => {
  for (const version of [FIRST_VERSION + 1, FIRST_VERSION + 2]) {
    const { state, work, twice } = world();
    state.progress = { ...NO_PROGRESS, version };
    expect(await work()).toEqual({ ...NO_PROGRESS, version });
    expect(state.pages).toBe(0);
    expect(twice()).toEqual([undefined, undefined, undefined, undefined, undefined]);
  }
});

test('each migration makes one version more, and changes nothing more when it is repeated', () => {
  expect(DOCUMENTS_VERSION).toBe(FIRST_VERSION + MIGRATIONS.length);
  expect(DOUBLE.change({ once: 1, ...DOUBLE.change({ once: 1 }, '') }, '')).toBeNull();
});
