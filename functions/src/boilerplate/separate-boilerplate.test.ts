import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { separateBoilerplate, wholeNotes } from './separate-boilerplate.ts';

const rangeOf = (notes: string, part: string) => {
  const start = notes.indexOf(part);
  return { start, end: start + part.length };
};

describe('separateBoilerplate', () => {
  it('leaves notes without boilerplate as they are', () => {
    expect(separateBoilerplate('About Mars.', [])).toEqual({
      own: 'About Mars.',
      repeated: '',
      order: '',
    });
  });

  it.each([
    ['at the end', 'About Mars.\nFollow us.', 'Follow us.', 'About Mars.', '\nFollow us.'],
    ['at the beginning', 'Follow us.\nAbout Mars.', 'Follow us.', 'About Mars.', 'Follow us.\n'],
    [
      'in the middle',
      'About Mars. Follow us. And Venus.',
      'Follow us.',
      'About Mars. And Venus.',
      ' Follow us.',
    ],
    ['everywhere', 'Follow us.', 'Follow us.', '', 'Follow us.'],
  ])('takes out what stands %s', (_, notes, part, own, repeated) => {
    const parted = separateBoilerplate(notes, [rangeOf(notes, part)]);
    expect(parted).toMatchObject({ own, repeated });
    expect(wholeNotes(parted)).toBe(notes);
  });

  it('gives any notes back as they were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('Ab.', ' ', '\n', '😀', 'c'), fc.boolean())),
        (parts) => {
          const notes = parts.map(([text]) => text).join('');
          let at = 0;
          const ranges = parts.flatMap(([text, isTaken]) => {
            const range = { start: at, end: (at += text.length) };
            return isTaken && text.trim() !== '' ? [range] : [];
          });
          const parted = separateBoilerplate(notes, ranges);
          expect(wholeNotes(parted)).toBe(notes);
          expect(parted.own.length + parted.repeated.length).toBe(notes.length);
        },
      ),
    );
  });
});
