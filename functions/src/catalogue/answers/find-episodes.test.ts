import { expect, test } from 'vitest';
import { findEpisodes } from './find-episodes.ts';

test.each([['-openai'], ['spoken:openai'], ['']])(
  'needs no engine for “%s”, which finds nothing without transcripts',
  async (keyword) => {
    const away = () => Promise.reject(new Error('the engine is away'));
    const query = { keywords: [keyword], spoken: false, limit: 10, totalLimit: 10 };
    expect(await findEpisodes(away, query, {}, away)).toEqual({ episodes: [], total: 0 });
  },
);
