import { describe, expect, it } from 'vitest';
import { parsePublicationDate } from './publication-date.ts';

const iso = (text: string) => {
  const ms = parsePublicationDate(text);
  return ms === null ? null : new Date(ms).toISOString();
};

describe('parsePublicationDate', () => {
  it.each([
    ['Mon, 05 Oct 2026 10:00:00 GMT', '2026-10-05T10:00:00.000Z'],
    ['Mon, 05 Oct 2026 10:00:00 +0000', '2026-10-05T10:00:00.000Z'],
    ['Mon, 05 Oct 2026 10:00:00 -0000', '2026-10-05T10:00:00.000Z'],
    ['5 Oct 2026 10:00:00 Z', '2026-10-05T10:00:00.000Z'],
    ['Monday, 5 October 2026 10:00 GMT', '2026-10-05T10:00:00.000Z'],
    ['Mon, 5 Oct 2026 10:00 EST', '2026-10-05T15:00:00.000Z'],
    ['Tue, 25 May 2021 17:30:00 PDT', '2021-05-26T00:30:00.000Z'],
    ['Tue, 25 May 2021 17:30:00 -0700 (PDT)', '2021-05-26T00:30:00.000Z'],
    ['Tue, 25 May 2021 17:30:00 GMT+0200', '2021-05-25T15:30:00.000Z'],
    ['Sat, 21 Nov 2026 23:59:00 -1200', '2026-11-22T11:59:00.000Z'],
    ['Mon, 05 Oct 26 10:00:00 GMT', '2026-10-05T10:00:00.000Z'],
    ['Mon, 05 Oct 98 10:00:00 GMT', '1998-10-05T10:00:00.000Z'],
    ['Wed, 05 Oct 2026 10:00:00 GMT', '2026-10-05T10:00:00.000Z'],
    ['  Mon,\t05 Oct 2026\n10:00:00 GMT ', '2026-10-05T10:00:00.000Z'],
    ['05-Oct-2026 10:00:00 GMT', '2026-10-05T10:00:00.000Z'],
    ['Mon, 05 Oct 2026', '2026-10-05T00:00:00.000Z'],
    ['2026-10-05', '2026-10-05T00:00:00.000Z'],
    ['2026-10-05T10:00:00Z', '2026-10-05T10:00:00.000Z'],
    ['2026-10-05T10:00:00.123+02:00', '2026-10-05T08:00:00.000Z'],
    ['2026-10-05 10:00', '2026-10-05T10:00:00.000Z'],
    ['Sat, 29 Feb 2024 00:00:00 GMT', '2024-02-29T00:00:00.000Z'],
    ['Thu, 01 Jan 1970 00:00:00 GMT', '1970-01-01T00:00:00.000Z'],
    ['Fri, 31 Dec 9999 23:59:59 GMT', '9999-12-31T23:59:59.000Z'],
  ])('reads %j', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    'Invalid Date',
    'NaN',
    '1759658400',
    '05/10/2026',
    '10.05.2026',
    'Tue, 31 Feb 2026 10:00:00 GMT',
    'Sun, 29 Feb 2026 10:00:00 GMT',
    'Mon, 00 Oct 2026 10:00:00 GMT',
    'Mon, 05 Oct 2026 25:61:61 GMT',
    'Mon, 05 Oct 2026 24:00:00 GMT',
    'Mon, 05 Oct 2026 10:00:00 +9999',
    'Mon, 05 Oct 2026 10:00:00 +0075',
    'Mon, 05 Oct 2026 10:00:00 XYZ',
    'Mon, 05 Oct 2026 10:00:00 constructor',
    'Mon, 05 Oct -2026 10:00:00 GMT',
    'Lun, 05 oct. 2026 10:00:00 +0200',
    'Mon, 05 Oct 026 10:00:00 GMT',
    'Sat, 01 Jan 275761 00:00:00 GMT',
    'Sat, 01 Jan 1899 00:00:00 GMT',
    '0000-00-00 00:00:00',
    '2026-13-01',
    '2026-02-31T00:00:00Z',
    'Mon, 05 Oct 2026 10:00:00 GMT and some more',
  ])('takes %j for no date', (text) => {
    expect(parsePublicationDate(text)).toBeNull();
  });

  it('does not look at texts longer than any date', () => {
    expect(parsePublicationDate(`Mon,${' '.repeat(80)}05 Oct 2026 10:00:00 GMT`)).toBeNull();
  });
});
