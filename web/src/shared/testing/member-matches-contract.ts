import { MATCHES_A_PAGE, type StoredMatch } from 'functions/contract';
import { describe, expect, test, vi } from 'vitest';
import { type MatchPage, type MemberData } from '#shared/data/member/member-data.ts';
import { sampleMatch } from '#shared/testing/fake-matches.ts';
import { untilReady } from '#shared/testing/until-ready.ts';

const OF_A = { keyword: 'ai' };
const idOf = (number: number) => String(number).padStart(20, '0');

/** Matches with the numbers 0 to `count`, all found at the same time. */
function together(count: number, foundAtMs = 7, keyword = OF_A.keyword): StoredMatch[] {
  return Array.from({ length: count }, (_, number) => ({
    ...sampleMatch(number, foundAtMs, { keyword }),
    id: idOf(number),
  }));
}

const RECONNECTED_WITHIN_MS = 80_000;
const WAITS = { timeout: 90_000 };

/** Tests of a person's matches, for the fake and for Firestore alike. */
export function describeMemberMatches(
  open: (matches: readonly StoredMatch[]) => Promise<MemberData>,
): void {
  async function livePage(
    data: MemberData,
    isWanted: (page: MatchPage) => boolean,
    alert?: string,
  ): Promise<MatchPage> {
    const [page] = await untilReady(data.matches(alert), (pages) => pages.some(isWanted));
    return page ?? expect.fail('no page');
  }

  const isFilled = ({ matches }: MatchPage) => matches.length > 0;
  const idsIn = ({ matches }: MatchPage) => matches.map(({ id }) => id);

  describe('matches', () => {
    test('reads the newest first by page, of those found together the highest id', async () => {
      const total = MATCHES_A_PAGE + 10;
      const newest = { ...sampleMatch(1, 8, OF_A), id: idOf(0) };
      // In no order, because the order of writing must not matter.
      const others = together(total).slice(1);
      const data = await open([...others.slice(20), newest, ...others.slice(0, 20)]);
      const first = await livePage(data, isFilled);
      const second = await data.readMatches(first.next);
      const inOrder = [0, ...others.map((_, at) => total - 1 - at)].map(idOf);
      expect([...idsIn(first), ...idsIn(second)]).toEqual(inOrder);
      expect([first.matches.length, second.next]).toEqual([MATCHES_A_PAGE, null]);
      expect(idsIn(await data.readMatches(null))).toEqual(idsIn(first));
      data.close();
    });

    test('says only after a full page that there may be another', async () => {
      const data = await open(together(MATCHES_A_PAGE));
      const { next } = await livePage(data, isFilled);
      expect(next).not.toBeNull();
      expect(await data.readMatches(next)).toEqual({ matches: [], next: null });
      data.close();
    });

    test('reads and counts the matches of one alert', async () => {
      const ofB = together(MATCHES_A_PAGE + 1, 9, 'b').map((match) => ({
        ...match,
        id: `1${match.id.slice(1)}`,
      }));
      const data = await open([...together(3), ...ofB]);
      const [a = '', b = ''] = [together(1)[0]?.alert, ofB[0]?.alert];
      expect(idsIn(await livePage(data, isFilled, a))).toEqual([2, 1, 0].map(idOf));
      const first = await livePage(data, isFilled, b);
      const second = await data.readMatches(first.next, b);
      expect(new Set([...idsIn(first), ...idsIn(second)])).toEqual(
        new Set(ofB.map(({ id }) => id)),
      );
      expect(await data.countMatches(a, 7, 8)).toBe(3);
      expect(await data.countMatches(a, 0, 7)).toBe(0);
      expect(await data.countMatches(a, 8, 99)).toBe(0);
      expect(await data.countMatches(b, 0, 99)).toBe(ofB.length);
      data.close();
    });

    test('notes which were opened, even beside one that is gone', WAITS, async () => {
      const data = await open(together(3));
      const opened = ({ matches }: MatchPage) =>
        matches.flatMap(({ id, openedAtMs }) => (openedAtMs === undefined ? [] : [id]));
      expect(opened(await livePage(data, isFilled))).toEqual([]);
      await data.noteOpened([idOf(2)]);
      const isNoted = (count: number) => (page: MatchPage) => opened(page).length === count;
      expect(opened(await livePage(data, isNoted(1)))).toEqual([idOf(2)]);
      await expect(data.noteOpened(['gone', idOf(0)])).rejects.toThrow();
      // After a refused write, the emulator can break the stream, and the client then waits for up to a minute.
      await vi.waitFor(
        async () => expect(opened(await data.readMatches(null))).toEqual([2, 0].map(idOf)),
        { timeout: RECONNECTED_WITHIN_MS },
      );
      data.close();
    });
  });
}
