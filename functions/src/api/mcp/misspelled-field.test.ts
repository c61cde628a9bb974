import fc from 'fast-check';
import { expect, test } from 'vitest';
import { misspelledField } from './misspelled-field.ts';

const FIELDS = ['q', 'id', 'days', 'limit', 'onlyAbout', 'published'];

test.each([
  ['limt', 'limit'],
  ['llimit', 'limit'],
  ['limits', 'limit'],
  ['ilmit', 'limit'],
  ['limite_', 'limit'],
  ['LIMIT', 'limit'],
  ['only_about', 'onlyAbout'],
  ['onlyabout', 'onlyAbout'],
  ['Q', 'q'],
  ['ids', 'id'],
  ['publised', 'published'],
])('reads %s as %s', (name, field) => {
  expect(misspelledField(name, FIELDS)).toBe(field);
});

test.each(['toolCallId', 'sessionId', '_meta', 'action', 'chatInput', 'tool', 'k', 'qq', 'v1', ''])(
  'takes %j for no field',
  (name) => {
    expect(misspelledField(name, FIELDS)).toBeNull();
  },
);

test('finds a long field after any two edits, and ignores names with other lengths', () => {
  const letter = fc.constantFrom('s', 't', 'h', 'x', '_', '0');
  const edit = fc.record({ at: fc.nat(20), kind: fc.constantFrom('add', 'drop', 'swap'), letter });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 2 }), (edits) => {
      let name = 'strength';
      for (const { at, kind, letter: added } of edits) {
        const place = at % name.length;
        const [before, rest] = [name.slice(0, place), name.slice(place)];
        if (kind === 'add') name = before + added + rest;
        else if (kind === 'drop') name = before + rest.slice(1);
        else name = before + rest.charAt(1) + rest.charAt(0) + rest.slice(2);
      }
      expect(misspelledField(name, ['strength'])).toBe('strength');
      expect(misspelledField(`${name}ened`, ['strength'])).toBeNull();
    }),
  );
});
