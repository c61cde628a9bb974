/** A hub's content is in `hub-content.ts`, which loads lazily. */
export interface Hub {
  slug: 'ai-machine-learning' | 'venture-capital' | 'tech-leadership';
  name: string;
  title: string;
  description: string;
  /** The featured episodes and the button search for any of these keywords. */
  keywords: readonly string[];
}

export const HUBS: readonly Hub[] = [
  {
    slug: 'ai-machine-learning',
    name: 'AI & Machine Learning',
    title: 'AI & Machine Learning Podcasts',
    description:
      'Recent podcast episodes about AI and machine learning: the people, the companies and the questions behind them, searched daily.',
    keywords: ['AI', 'Machine Learning', 'Artificial Intelligence'],
  },
  {
    slug: 'venture-capital',
    name: 'Venture Capital',
    title: 'Venture Capital Podcasts',
    description:
      'Recent podcast episodes about venture capital: investors, firms and every stage of startup funding, from pre-seed to exit.',
    keywords: ['venture capital', 'startup funding', 'VC', 'investment'],
  },
  {
    slug: 'tech-leadership',
    name: 'Tech Leadership',
    title: 'Tech Leadership Podcasts',
    description:
      'Recent podcast episodes about leading technology companies: the people at the top, how they decide, and what others learn from it.',
    keywords: ['CEO', 'leadership', 'tech executive'],
  },
];

export function hubPath(slug: Hub['slug']): string {
  return `/topics/${slug}`;
}
