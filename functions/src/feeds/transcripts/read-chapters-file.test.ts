import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readChaptersFile } from './read-chapters-file.ts';

const read = (value: unknown) =>
  readChaptersFile(
    new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
    'application/json+chapters',
  );

it('reads sorted titles and times, except unlisted chapters', () => {
  const chapters = [
    { startTime: 90.5, title: 'The <b>second</b> >>>half<<<', img: 'x', url: 'javascript:x' },
    { startTime: 0, endTime: 9, title: 'Hello' },
    { startTime: 20, title: 'An advert', toc: false },
    { startTime: 30, img: 'https://a.example/slide.png' },
    { startTime: '1:02:03', title: 'As a text' },
    { startTime: 1e-9, title: 'Tiny' },
  ];
  expect(read({ version: '1.2.0', chapters })).toEqual({
    kind: 'read',
    chapters: [
      { startMs: 0, title: 'Hello' },
      { startMs: 0, title: 'Tiny' },
      { startMs: 90_500, title: 'The second >>half<<' },
      { startMs: 3_723_000, title: 'As a text' },
    ],
  });
});

it.each([
  ['an empty file', '', 'not-chapters'],
  ['a page', '<!doctype html><p>Please sign in.</p>', 'not-chapters'],
  ['JSON of something else', { segments: [] }, 'not-chapters'],
  ['a bare list of texts', ['Hello'], 'empty'],
  ['a bomb of brackets', '['.repeat(900_000), 'not-chapters'],
  ['no chapters', { chapters: [] }, 'empty'],
  [
    'none that can be used',
    {
      chapters: [
        null,
        7,
        'x',
        [],
        { startTime: -5, title: 'Before' },
        { startTime: 1e300, title: 'y' },
      ],
    },
    'empty',
  ],
])('refuses %s as a chapters file', (_, value, code) => {
  expect(read(value)).toEqual({ kind: 'refused', code });
});

it('keeps 200 chapters and truncates endless titles', () => {
  const chapters = Array.from({ length: 5000 }, (_, at) => ({
    startTime: 5000 - at,
    title: at === 0 ? 'x'.repeat(500_000) : `Part ${at}`,
  }));
  const reading = read({ chapters });
  if (reading.kind !== 'read') throw new Error('refused');
  expect(reading.chapters).toHaveLength(200);
  expect(reading.chapters.at(-1)?.title).toHaveLength(200);
});

it('returns sorted chapters without markup for any input', () => {
  const chapter = fc.record(
    {
      startTime: fc.oneof(fc.double(), fc.string(), fc.jsonValue()),
      title: fc.oneof(
        fc.string(),
        fc.constantFrom('<script>x</script>y', '>>>a<<<'),
        fc.jsonValue(),
      ),
      toc: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ chapters: fc.array(chapter) })), (value) => {
      const reading = read(value);
      if (reading.kind === 'refused') return;
      const times = reading.chapters.map(({ startMs }) => startMs);
      expect(times).toEqual(times.toSorted((left, right) => left - right));
      // "<0" is allowed, because it is not a tag.
      for (const { title } of reading.chapters) expect(title).not.toMatch(/<[a-z/!?]|>>>|<<</i);
    }),
  );
});

it('reads exact times, times as text, bare lists and other field names', () => {
  const read = (written: unknown) => {
    const reading = readChaptersFile(new TextEncoder().encode(JSON.stringify(written)), null);
    return reading.kind === 'read' ? reading.chapters : reading.code;
  };
  const exact = [
    { startTime: 0, title: 'Intro' },
    { startTime: '62.12345678901234', title: 'Ledgers' },
    { startTime: 123.45678901234567, title: 'Fusion' },
    { startTime: '0:05:00', title: 'Clock' },
    { startTime: 'PT6M', title: 'Iso' },
    { startTime: 420 },
    { startTime: 480, title: '' },
  ];
  const chapters = [
    { startMs: 0, title: 'Intro' },
    { startMs: 62_123, title: 'Ledgers' },
    { startMs: 123_457, title: 'Fusion' },
    { startMs: 300_000, title: 'Clock' },
    { startMs: 360_000, title: 'Iso' },
  ];
  expect(read({ version: '1.2.0', chapters: exact })).toEqual(chapters);
  expect(read(exact)).toEqual(chapters);
  expect(read({ chapters: [{ start: 60, name: 'Ledgers' }] })).toEqual([
    { startMs: 60_000, title: 'Ledgers' },
  ]);
});
