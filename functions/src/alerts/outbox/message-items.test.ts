import { expect, test } from 'vitest';
import { sampleDigestEpisode } from '../../delivery/mail/digest/fixtures/sample-digest-episode.ts';
import { keyHash, pairBytes } from './sent-log.ts';
import { aboutFirst, messageItems } from './message-items.ts';

test('a message lists episodes about the keyword first, each group oldest first', () => {
  const strengths = ['passing', 'about', 'passing', 'about', undefined] as const;
  const section = {
    alertId: '000-1',
    keyword: 'openai',
    episodeIds: pairBytes(strengths.map((_, at) => `${at}`.repeat(16))),
    episodes: strengths.map((strength, at) =>
      sampleDigestEpisode({
        title: `Episode ${at}`,
        link: `https://show.example/${at}`,
        pubDateMs: at,
        ...(strength && { strength }),
      }),
    ),
  };
  const items = messageItems([section], 'https://site.example');
  expect(items.map(({ title }) => title)).toEqual([0, 1, 2, 3, 4].map((at) => `Episode ${at}`));
  expect(aboutFirst(items).map(({ title }) => title)).toEqual(
    [1, 3, 0, 2, 4].map((at) => `Episode ${at}`),
  );
});

test('links to the page of the episode and to each moment, or to a search', () => {
  const [showId, id] = ['0123456789abcdef0123', 'b'.repeat(32)];
  const said = [
    { text: 'and >>>openai<<< called', atMs: 953_600 },
    { text: 'then >>>openai<<<', atMs: null },
  ];
  const item = (fields: object) =>
    messageItems(
      [
        {
          alertId: '000-1',
          keyword: 'openai',
          episodeIds: pairBytes([keyHash('one')]),
          episodes: [sampleDigestEpisode({ said, ...fields })],
        },
      ],
      'https://site.example',
    )[0]!;
  const page = `https://site.example/episode/${showId}/${id}`;
  const search = 'https://site.example/?q=openai';
  const linked = item({ id, showId });
  expect(linked._earshot.page).toBe(page);
  expect(linked._earshot.said.map(({ url }) => url)).toEqual([`${page}?t=953`, search]);
  // Only followers see the show, so that its episodes have no page.
  const { page: none, said: searched } = item({ id })._earshot;
  expect([none, ...searched.map(({ url }) => url)]).toEqual([undefined, search, search]);
});
