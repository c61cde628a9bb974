import { expect, test } from 'vitest';
import { sampleMatch } from '#shared/testing/fake-matches.ts';
import { inboxRows } from './inbox-rows.ts';
import { shownMatch } from './match-episode.ts';

const said = [{ text: 'they say >>>OpenAI<<< ships', atMs: 953_000 }];
const audio = 'https://a.example/1.mp3';

function shown(...facts: Parameters<typeof sampleMatch>[2][]) {
  const matches = facts.map((each, at) => ({ ...sampleMatch(1, 10 - at, each), id: `${at}` }));
  return shownMatch(inboxRows(matches, null)[0]!)!;
}

test('shows what is said before the notes, with its speaker, and plays from there', () => {
  const reasons = [
    { place: 'spoken' as const, text: `Said by Ada at about 15:53: ${said[0]!.text}` },
  ];
  expect(shown({ said, audio, reasons })).toMatchObject({
    playsAtMs: 953_000,
    label: 'Said by Ada: ',
    quotation: said[0]!.text,
  });
});

test('keeps the time of a quotation that cannot be played', () => {
  const excerpt = `Machine transcript at about 15:53: ${said[0]!.text}`;
  expect(shown({ said, excerpt })).toMatchObject({
    playsAtMs: undefined,
    label: 'Machine transcript at about 15:53: ',
  });
  expect(shown({ said, excerpt, audio }).label).toBe('Machine transcript: ');
});

test('says where the match is if the notes do not show it', () => {
  const reasons = [{ place: 'guest' as const, text: '>>>OpenAI<<<’s founder' }];
  expect(shown({ excerpt: 'Notes.', reasons })).toMatchObject({
    label: 'Guest: ',
    quotation: '>>>OpenAI<<<’s founder',
  });
  expect(shown({ excerpt: 'Notes about >>>OpenAI<<<.', reasons })).toMatchObject({
    label: '',
    quotation: 'Notes about >>>OpenAI<<<.',
  });
});

test('begins a long quotation shortly before its match', () => {
  const text = `${'well and then '.repeat(20)}>>>OpenAI<<< ships`;
  const { quotation } = shown({ said: [{ text, atMs: 1 }], excerpt: `Said: ${text}`, audio });
  expect(quotation).toMatch(/^….{1,40}>>>OpenAI<<< ships$/);
});

test('plays an older match of the episode if the newest has no second', () => {
  const excerpt = `Said at about 15:53: ${said[0]!.text}`;
  expect(shown({}, { said, excerpt, audio }).playsAtMs).toBe(953_000);
});
