import { type Episode, episodeSchema } from 'functions/contract';

export function sampleEpisode(change: Partial<Episode> = {}): Episode {
  return episodeSchema.parse({
    title: 'The cost of thinking',
    link: 'https://shows.example/cost-of-thinking',
    podcast: 'Signal & Noise',
    publisher: 'Northlight Audio',
    image: 'https://shows.example/cover.png',
    description: 'What >>>OpenAI<<< pays for a thought.',
    pub_date_ms: Date.UTC(2026, 10, 20, 12),
    ...change,
  });
}
