import { expect, test } from 'vitest';
import { sampleDigestEpisode } from '../../delivery/mail/digest/fixtures/sample-digest-episode.ts';
import { pairBytes } from './sent-log.ts';
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
  const items = messageItems([section], () => 'https://site.example');
  expect(items.map(({ title }) => title)).toEqual([0, 1, 2, 3, 4].map((at) => `Episode ${at}`));
  expect(aboutFirst(items).map(({ title }) => title)).toEqual(
    [1, 3, 0, 2, 4].map((at) => `Episode ${at}`),
  );
});
