import { expect, test } from 'vitest';
import { announcedGuests } from './announced-guests.ts';

test.each([
  ['On kilns, with Ada Lovelace', ['Ada Lovelace']],
  ['On kilns (feat. Ada Lovelace & Alan Turing)', ['Ada Lovelace', 'Alan Turing']],
  ['Töpfern mit Ursula von der Leyen', ['Ursula von der Leyen']],
  ['Interview: Ada Lovelace', ['Ada Lovelace']],
  ['Ada Lovelace joins to talk clay', ['Ada Lovelace']],
  ['Kilns with OpenAI CEO Sam Altman', ['Sam Altman']],
  ['With The New York Times’s Kashmir Hill', ['Kashmir Hill']],
  ['Kilns with Samuel L. Jackson', ['Samuel L. Jackson']],
  ['Kilns with Dr. Ada Lovelace, Ph.D.', ['Ada Lovelace']],
  ['Working with Red Clay Ovens', ['Red Clay Ovens']],
  ['Fun with Kilns', []],
  ['Working with red clay', []],
  ['Working with Red Clay in winter', []],
  ['Why Ada Lovelace left', []],
  ['Notwith Ada Lovelace', []],
])('reads the title %j as %j', (title, names) => {
  expect(announcedGuests(title, '')).toEqual(names);
});

test.each([
  ['Joined by Ada Lovelace. Support us.', ['Ada Lovelace']],
  ['We talk to the economist and author Tyler Cowen about kilns.', ['Tyler Cowen']],
  ['Our guest today is Ada Lovelace, who fires.', ['Ada Lovelace']],
  ['Ada Lovelace and Alan Turing join us.', ['Ada Lovelace', 'Alan Turing']],
  ['A conversation with Ada Lovelace and Alan Turing.', ['Ada Lovelace', 'Alan Turing']],
  ['Guest: Ada Lovelace', ['Ada Lovelace']],
  ['Zu Gast ist Ada Lovelace.', ['Ada Lovelace']],
  ['We talk to the author of The Great Gatsby.', []],
  ['A deal with Sam Altman.', []],
  ['We talk with Sam Altman’s lawyer.', []],
  ['We talk to ada lovelace.', []],
  [`${'x'.repeat(500)} Joined by Ada Lovelace.`, []],
  ['One.\nTwo.\nThree.\nJoined by Ada Lovelace.', []],
])('reads the notes %j as %j', (notes, names) => {
  expect(announcedGuests('Kilns', notes)).toEqual(names);
});

test('reads a name once, and not more than a dozen', () => {
  expect(announcedGuests('With Ada Lovelace', 'Joined by Ada Lovelace.')).toEqual(['Ada Lovelace']);
  const many = Array.from({ length: 40 }, (_, at) => `Ada B${String.fromCharCode(97 + (at % 26))}`);
  const said = many.map((name) => `joined by ${name}. `).join('');
  expect(announcedGuests('', said).length).toBe(12);
});
