import fc from 'fast-check';
import { type NewAlert, newAlert, queryOfAlert } from 'functions/contract';
import { expect, test } from 'vitest';
import { checkLines } from './check-lines.ts';
import { type ListLine, readList } from './read-list.ts';
import { csvOfAlerts, opmlOfShows, textOfAlerts } from './write-lists.ts';

/** The CSV column that contains each field of an alert. */
const COLUMN_OF = {
  keyword: 'keyword',
  language: 'keyword',
  spoken: 'notes only',
  onlyAbout: 'only about it',
  mail: 'mailed',
} satisfies Record<keyof NewAlert, string>;

test('an export has a column for every setting of an alert', () => {
  const columns = csvOfAlerts([]).trim().split(',');
  expect(columns).toEqual(expect.arrayContaining(Object.values(COLUMN_OF)));
});

const part = fc.oneof(
  fc.constantFrom(
    'openai',
    'sam altman',
    '"x, y"',
    'OR',
    'AND',
    'C++',
    '=1+1',
    "'",
    ';',
    'Zoë',
    '日本',
  ),
  fc.constantFrom(
    '-ads',
    '+b',
    'title:a',
    '-show:"The Daily"',
    'crypto*',
    '@me',
    '|',
    '(a)',
    'keyword',
  ),
  fc.string(),
);
const alert = fc
  .record({
    parts: fc.array(part, { minLength: 1, maxLength: 4 }),
    spoken: fc.boolean(),
    onlyAbout: fc.boolean(),
    mail: fc.constantFrom(undefined, false as const),
    paused: fc.constantFrom(undefined, false, true),
    pausedUntilMs: fc.constantFrom(undefined, 1, Date.UTC(3000, 1)),
  })
  .map(({ parts, ...all }) => ({ keyword: parts.join(' ').replace(/\s+/g, ' ').trim(), ...all }))
  .filter(({ keyword }) => keyword !== '')
  .map(({ keyword, mail, paused, pausedUntilMs, ...choice }) => ({
    ...newAlert(keyword, choice),
    mail,
    paused,
    pausedUntilMs,
  }));

function linesOf(text: string): ListLine[] {
  const list = readList(text);
  return list.kind === 'alerts' ? list.lines : [];
}

test('an exported CSV is imported as the same alerts', () => {
  fc.assert(
    fc.property(fc.array(alert), (alerts) => {
      const read = linesOf(csvOfAlerts(alerts));
      expect(read).toEqual(
        alerts.map((each) => ({
          keyword: queryOfAlert(each),
          spoken: each.spoken !== false,
          onlyAbout: each.onlyAbout === true,
          mail: each.mail !== false,
          paused: each.paused === true && each.pausedUntilMs === undefined,
        })),
      );
    }),
  );
});

test('an imported line becomes an alert with its settings', () => {
  const text =
    'keyword,notes only,paused,mailed,only about it\na -b,yes,yes,no,yes\nc,no,no,yes,no\nd\n';
  expect(checkLines(linesOf(text), []).map(({ alert }) => alert)).toStrictEqual([
    {
      keyword: 'a -b',
      language: 1,
      spoken: false,
      onlyAbout: true,
      mail: false,
      paused: true,
    },
    { keyword: 'c' },
    { keyword: 'd' },
  ]);
});

test('imports every query of a text export unchanged', () => {
  // Without a fixed first line, a random one could look like a CSV header or JSON.
  const first = newAlert('OpenAI');
  fc.assert(
    fc.property(fc.array(alert), (alerts) => {
      const read = linesOf(textOfAlerts([first, ...alerts])).slice(1);
      expect(read.map(({ keyword }) => keyword)).toEqual(alerts.map(queryOfAlert));
    }),
  );
});

test('recognises all alerts of its own export as existing', () => {
  fc.assert(
    fc.property(fc.array(alert), (alerts) => {
      const lines = checkLines(linesOf(csvOfAlerts(alerts)), alerts);
      for (const line of lines) expect(line.alert).toBeUndefined();
    }),
  );
});

test('explains for each line why it becomes no alert', () => {
  const lines = ['OpenAI', 'openai ', 'a16z', 'A16Z', '"a16z"', 'x'.repeat(201), '-only', 'NEA'];
  const read = checkLines(linesOf(lines.join('\n')), [{ keyword: 'openAI' }]);
  expect(read.map(({ alert, reason }) => alert?.keyword ?? reason)).toEqual([
    'You have this alert already',
    'You have this alert already',
    'a16z',
    'Listed twice',
    'Listed twice',
    'A keyword or phrase can have at most 200 characters',
    'Add at least one word to search for.',
    'NEA',
  ]);
});

test('an OPML export is well-formed, whatever the titles', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.webUrl(), (title, feedUrl) => {
      const opml = opmlOfShows([{ title, feedUrl, link: feedUrl }]);
      expect(readList(opml)).toEqual({ kind: 'opml' });
      const read = new DOMParser().parseFromString(opml, 'text/xml');
      expect(read.querySelector('parsererror')).toBeNull();
      expect(read.querySelector('outline')?.getAttribute('xmlUrl')).toBe(feedUrl);
    }),
  );
});
