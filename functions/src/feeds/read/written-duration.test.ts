import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';
import { firstItem, item, rss } from '../fixtures/rss.ts';
import { readWrittenDuration, withPlainDurations } from './written-duration.ts';

describe('readWrittenDuration', () => {
  it.each([
    ['45:00 ', 2700],
    [' 1:07:03', 4023],
    ['1 : 07 : 03', 4023],
    ['PT1H2M3S', 3723],
    ['PT90M', 5400],
    ['pt0h45m', 2700],
    ['P0DT1H', 3600],
    ['PT1.5H', 5400],
    ['PT3600.5S', 3600.5],
    ['P0Y0M0DT1H7M3S', 4023],
    ['P0W0DT45M', 2700],
    ['1h:2m:3s', 3723],
    ['0 days 00:45:00', 2700],
    ['٤٥ دقيقة', 2700],
    ['١:٠٧:٠٣', 4023],
    ['१:०७:०३', 4023],
    ['1h 2m', 3720],
    ['1h2m3s', 3723],
    ['1h05', 3900],
    ['1 h 05', 3900],
    ['62 min', 3720],
    ['62min.', 3720],
    ['90m', 5400],
    ['3600s', 3600],
    ['1 hr 5 mins', 3900],
    ['1 hour, 5 minutes and 3 seconds', 3903],
    ['1.5 hours', 5400],
    ['1,5 Std.', 5400],
    ['2 Stunden und 10 Minuten', 7800],
    ['1 heure et 5 minutes', 3900],
    ['45 minutos', 2700],
    ['1 час 5 минут', 3900],
    ['22 de ore', 79200],
    ['1時間5分', 3900],
    ['62分钟', 3720],
    ['４５：００', 2700],
    ["45'", 2700],
    ["45'30''", 2730],
    ['45’30”', 2730],
    ['45′30″', 2730],
    ['~45 min', 2700],
    ['ca. 45 min', 2700],
    ['45:30 min', 2730],
    ['1:05 h', 3900],
    ['1:05:00 hours', 3900],
    ['1:02:03.500', 3723.5],
    ['1:02:03,5', 3723.5],
    [':45:00', 2700],
    ['00:45:00:00', 2700],
    ['00:45:00:000', 2700],
    ['00:45:00;12', 2700],
    ['2700000 ms', 2700],
    ['2700000', 2_700_000],
    ['00:00:00', 0],
  ])('reads %j as %d seconds', (written, seconds) => {
    expect(readWrittenDuration(written)).toBe(seconds);
  });

  it.each([
    '',
    '-48',
    '-1:00',
    '45-60 min',
    '1:2:3:4',
    '45,30',
    '1,200 s',
    '½ h',
    '1/2 h',
    '5 min 10 min',
    '5 min 1 h',
    '45 parsecs',
    '1:05 parsecs',
    'about an hour',
    'TBA',
    'P1M',
    'PT',
    'min',
    '10 20',
    '0x10',
    '1e3',
    'NaN',
  ])('does not guess the duration %j', (written) => {
    expect(readWrittenDuration(written) ?? 0).toBe(0);
  });
});

describe('any spelling of hours, minutes and seconds', () => {
  const two = (count: number) => String(count).padStart(2, '0');
  const SPELLINGS: ((h: number, m: number, s: number) => string)[] = [
    (h, m, s) => `${h}:${two(m)}:${two(s)}`,
    (h, m, s) => `${two(h)} : ${two(m)} : ${two(s)} `,
    (h, m, s) => `${two(h)}:${two(m)}:${two(s)}:24`,
    (h, m, s) => `${h * 60 + m}:${two(s)}`,
    (h, m, s) => String((h * 60 + m) * 60 + s),
    (h, m, s) => `PT${h}H${m}M${s}S`,
    (h, m, s) => `${h}h${m}m${s}s`,
    (h, m, s) => `${h}h ${two(m)}min ${two(s)}`,
    (h, m, s) => `${h} hours, ${m} minutes and ${s} seconds`,
    (h, m, s) => `${h} Stunden ${m} Minuten ${s} Sekunden`,
    (h, m, s) => `${h}時間${m}分${s}秒`,
    (h, m, s) => `${h * 60 + m}'${s}"`,
  ];

  it('reads the same length from any spelling', () => {
    const part = fc.integer({ min: 0, max: 59 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), part, part, (h, m, s) => {
        const read = SPELLINGS.map((spelling) => readWrittenDuration(spelling(h, m, s)));
        expect(read).toEqual(SPELLINGS.map(() => (h * 60 + m) * 60 + s));
      }),
    );
  });
});

describe('withPlainDurations', () => {
  it.each([
    ['<itunes:duration> 62&#160;min </itunes:duration>', 3720],
    ['<itunes:duration><![CDATA[ 1h 2m ]]></itunes:duration>', 3720],
    ['<itunes:duration unit="x">45&apos;30&quot;</itunes:duration>', 2730],
    ['<itunes:duration>2700000</itunes:duration>', null],
    ['<itunes:duration/>', null],
    ['<itunes:duration />', null],
  ])('reads %s in a feed', (inside, seconds) => {
    expect(firstItem(rss(item(1, inside))).durationSeconds).toBe(seconds);
  });

  it.each([
    ['start tags', '<duration>'.repeat(400_000)],
    ['attributes', `<duration ${'a '.repeat(2_000_000)}`],
    ['blanks', `<duration>${' '.repeat(4_000_000)}`],
    ['digits', `<duration>${'1'.repeat(190)}</`.repeat(20_000)],
    ['numbers', `<duration>${'1 '.repeat(95)}</`.repeat(20_000)],
  ])('reads many %s without blowing up', (_, xml) => {
    withoutBlowUp(() => withPlainDurations(xml));
  });
});
