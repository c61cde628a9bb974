import { latePart } from '#shared/loading/late-part.tsx';

/** A script of its own, which searches do without; loaded before the home page is hydrated. */
export const ExampleEpisode = latePart(() => import('./example-episode.tsx'), 'ExampleEpisode');
