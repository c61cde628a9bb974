import {
  DAY_MS,
  MAX_ALERTS,
  MAX_KEYWORD_LENGTH,
  newAlert,
  type NewBookmark,
  PAUSE_DAYS,
  toBookmark,
} from 'functions/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { untilReady } from '#shared/testing/until-ready.ts';
import type { LiveQuery } from '#shared/data/member/live-query.ts';
import {
  LimitReached,
  type MemberData,
  NothingFits,
  type SavedAlert,
} from '#shared/data/member/member-data.ts';

function present<T>(item: T | null | undefined): T {
  if (item === null || item === undefined) throw new Error('the item is missing');
  return item;
}

/** Tests of MemberData's behaviour, for the fake and for Firestore alike. */
export function describeMemberData(open: () => MemberData): void {
  let data: MemberData;

  beforeEach(() => {
    data = open();
    return () => data.close();
  });

  // After a stream that ends with `resource-exhausted`, which the emulator causes now and then, Firestore waits for up
  // to 90 s before it listens again.
  const until = <T>(list: () => LiveQuery<T>, check: (items: readonly T[]) => void) =>
    vi.waitFor(async () => check(await untilReady(list())), { timeout: 110_000, interval: 50 });

  const alerts = (check: (items: readonly SavedAlert[]) => void) => until(() => data.alerts, check);

  async function saved(keyword: string): Promise<SavedAlert> {
    await data.addAlerts([keyword]);
    const isSaved = (alert: SavedAlert) => alert.keyword === keyword && !alert.pending;
    await alerts((items) => expect(items.some(isSaved)).toBe(true));
    return present((await untilReady(data.alerts)).find(isSaved));
  }

  const only = (fields: Partial<SavedAlert>) =>
    alerts((items) => {
      expect(items).toHaveLength(1);
      expect(items[0]).toMatchObject(fields);
    });

  describe('alerts', () => {
    test('imports alerts up to the limit, all or none, and deletes several at once', async () => {
      const wanted = (count: number) =>
        Array.from({ length: count }, (_, at) => newAlert(`word ${at}`, { spoken: at % 2 === 0 }));
      const ids = await data.importAlerts(wanted(MAX_ALERTS));
      await alerts((items) => {
        expect(items.map(({ id }) => id).sort()).toEqual(ids.toSorted());
        expect(items.find(({ id }) => id === ids[1])).toMatchObject({ spoken: false });
      });
      await expect(data.importAlerts(wanted(1))).rejects.toThrow(LimitReached);
      await data.deleteAlerts(ids.slice(1));
      await only({ keyword: 'word 0' });
      await expect(data.importAlerts(wanted(MAX_ALERTS))).rejects.toThrow(LimitReached);
      await only({ keyword: 'word 0' });
    });

    test('imports paused and unmailed alerts unchanged', async () => {
      const choice = { spoken: false, onlyAbout: true };
      await data.importAlerts([{ ...newAlert('a -b', choice), mail: false, paused: true }]);
      await only({ ...newAlert('a -b', choice), mail: false, paused: true });
    });

    test('switches the email of an alert off and on', async () => {
      const alert = await saved('openai');
      await data.chooseMailed(alert.id, false);
      await only({ mail: false });
      await data.chooseMailed(alert.id, true);
      await alerts(([item]) => expect(item?.mail).toBeUndefined());
    });

    test('saves trimmed keywords with the chosen options', async () => {
      await data.addAlerts([' openai ', 'title:a16z'], { spoken: false, onlyAbout: true });
      await alerts((items) => {
        const byKeyword = items.toSorted((one, other) => (one.keyword < other.keyword ? -1 : 1));
        expect(byKeyword).toMatchObject([
          { keyword: 'openai', spoken: false, onlyAbout: true },
          { keyword: 'title:a16z', spoken: false, onlyAbout: true, language: 1 },
        ]);
      });
    });

    test('saves default preferences in the browser time zone with the first alert', async () => {
      await data.addAlerts(['openai']);
      await until(
        () => data.person,
        ([person]) => expect(person?.preferences.updatedAtMs).not.toBeNull(),
      );
    });

    test('saves no alert if all together exceed the limit', async () => {
      const keywords = Array.from({ length: MAX_ALERTS + 1 }, (_, number) => `word ${number}`);
      await expect(data.addAlerts(keywords)).rejects.toBeInstanceOf(LimitReached);
      await alerts((items) => expect(items).toEqual([]));
    });

    test('pauses, resumes, rewords and restricts an alert', async () => {
      const { id } = await saved('openai');
      await data.pauseAlert(id);
      await only({ paused: true });
      const pausedUntilMs = Date.now() + PAUSE_DAYS * DAY_MS;
      await data.pauseAlert(id, pausedUntilMs);
      await only({ paused: true, pausedUntilMs });
      await data.resumeAlert(id);
      await only({ paused: false });
      await alerts(([alert]) => expect(alert?.pausedUntilMs).toBeUndefined());
      await data.resumeAlert(id);
      await only({ paused: false });
      await data.chooseSpoken(id, false);
      await only({ spoken: false });
      await data.chooseOnlyAbout(id, true);
      await only({ spoken: false, onlyAbout: true });
      await data.chooseOnlyAbout(id, false);
      await only({ onlyAbout: false });
      await data.rewordAlert(id, ' title:openai ');
      await only({ id, keyword: 'title:openai', language: 1 });
      await data.rewordAlert(id, 'openai');
      await alerts(([alert]) => expect(alert?.language).toBeUndefined());
      await only({ id, keyword: 'openai', spoken: false });
    });

    test('excludes a term and restores it', async () => {
      const alert = await saved('openai');
      await data.excludeTerm(alert, 'sponsor');
      await only({ keyword: 'openai -sponsor', language: 1 });
      await alerts(([now]) => expect(Object.keys(now?.excludedAtMs ?? {})).toEqual(['sponsor']));
      const [excluding] = await untilReady(data.alerts);
      await data.restoreTerm(present(excluding), 'sponsor');
      await only({ keyword: 'openai' });
      await alerts(([now]) => expect(Object.keys(now?.excludedAtMs ?? {})).toEqual([]));
    });

    test('refuses to exclude a term that does not fit', async () => {
      const alert = await saved('x'.repeat(MAX_KEYWORD_LENGTH));
      await expect(data.excludeTerm(alert, 'sponsor')).rejects.toBeInstanceOf(NothingFits);
      await only({ keyword: alert.keyword });
    });

    test('restores a deleted alert with its creation date, but without exclusion dates', async () => {
      const { id } = await saved('openai');
      await data.excludeTerm(await saved('a16z'), 'sponsor');
      await alerts((items) => expect(items).toHaveLength(2));
      const before = await untilReady(data.alerts);
      const deleted = present(before.find(({ keyword }) => keyword === 'a16z -sponsor'));
      await data.deleteAlert(deleted.id);
      await only({ id });
      await data.restoreAlert(deleted);
      await alerts((items) => {
        expect(items.map(({ keyword }) => keyword)).toEqual(before.map(({ keyword }) => keyword));
        const [back] = items.filter(({ keyword }) => keyword === deleted.keyword);
        expect(back?.createdAtMs).toBe(deleted.createdAtMs);
        expect(back?.excludedAtMs ?? {}).toEqual({});
      });
    });
  });

  describe('bookmarks', () => {
    const bookmarkOf = (title: string): NewBookmark =>
      present(toBookmark(sampleEpisode({ title, link: `https://shows.example/${title}` })));
    const titles = (expected: string[]) =>
      until(
        () => data.bookmarks,
        (items) => expect(items.map(({ title }) => title)).toEqual(expected),
      );

    test('saves one bookmark per episode, newest first', async () => {
      for (const title of ['one', 'two', 'one']) await data.addBookmark(bookmarkOf(title));
      await titles(['two', 'one']);
    });

    test('restores a removed bookmark with its creation date', async () => {
      for (const title of ['one', 'two']) await data.addBookmark(bookmarkOf(title));
      await titles(['two', 'one']);
      const [, oldest] = await untilReady(data.bookmarks);
      await data.removeBookmark(present(oldest).id);
      await titles(['two']);
      await data.restoreBookmark(present(oldest));
      await titles(['two', 'one']);
    });
  });

  test('marks all matches as read without changing the preferences', async () => {
    const chosen = { cadence: 'weekly', hour: 7, weekday: 3, timeZone: 'Europe/Zurich' } as const;
    await data.savePreferences(chosen);
    await until(
      () => data.person,
      ([person]) => expect(person?.seenAtMs).toBeNull(),
    );
    const before = Date.now();
    await data.markAllRead();
    await until(
      () => data.person,
      ([person]) => {
        expect(person).toMatchObject({ preferences: chosen });
        // The clocks of the server and of this machine may differ.
        expect(person?.seenAtMs).toBeGreaterThan(before - 60_000);
      },
    );
  });

  test('returns preferences as they were saved', async () => {
    const chosen = { cadence: 'weekly', hour: 7, weekday: 3, timeZone: 'Europe/Zurich' } as const;
    await data.savePreferences(chosen);
    await until(
      () => data.person,
      ([person]) => {
        expect(person).toMatchObject({ preferences: chosen, suppression: null });
        expect(person?.preferences.updatedAtMs).not.toBeNull();
      },
    );
  });
}
