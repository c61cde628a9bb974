import type { Entity } from './categories.ts';
import { BIG_TECH_CEOS, SOFTWARE_CEOS } from './home-groups.ts';
import type { Hub } from './hubs.ts';
import { entities, mainList } from './roster.ts';
import { trendName } from './trends.ts';

/** The parts of a hub, from top to bottom. Empty lists are not shown. */
export interface HubContent {
  heading: string;
  intro: string;
  /** Used in labels such as "Featured AI Episodes" and "All AI Episodes". */
  shortName: string;
  stats: readonly { figure: string; label: string }[];
  lists: readonly { title: string; entities: readonly Entity[] }[];
  stages: readonly { name: string; text: string }[];
  discussion: { title: string; topics: readonly string[] };
  related: readonly { name: string; path: string }[];
  faq: readonly { question: string; answer: string }[];
}

function topicLinks(...slugs: string[]) {
  return slugs.map((slug) => ({ name: trendName(slug), path: `/topics/${slug}` }));
}

export const HUB_CONTENT: Readonly<Record<Hub['slug'], HubContent>> = {
  'ai-machine-learning': {
    heading: 'AI & Machine Learning Podcasts',
    intro:
      'What recent episodes say about artificial intelligence: the models, the people who build them, and what they change.',
    shortName: 'AI',
    stats: [
      { figure: '50+', label: 'AI Leaders Covered' },
      { figure: '1000+', label: 'Episodes Available' },
      { figure: 'Daily', label: 'New Content' },
    ],
    lists: [
      {
        title: 'AI Industry Leaders',
        entities: entities('sam-altman', 'demis-hassabis', 'jensen-huang', 'elon-musk'),
      },
      { title: 'Leading AI Companies', entities: mainList('company') },
    ],
    stages: [],
    discussion: {
      title: 'Popular Discussion Topics',
      topics: [
        'Large language models',
        'AI agents',
        'AI safety',
        'Machine learning',
        'Open source AI',
        'AI regulation',
        'Robotics',
        'AI in healthcare',
        'AI chips',
        'Future of work',
      ],
    },
    related: topicLinks('tech-innovation', 'startup-funding', 'future-of-work'),
    faq: [
      {
        question: 'Which AI podcasts are searched?',
        answer:
          'A list of shows about technology, AI, venture capital and business, whoever publishes them. The About page says how many there are right now and when they were last read.',
      },
      {
        question: 'How new are the episodes?',
        answer:
          'The feeds are read again every fifteen minutes, and episodes of about the last month are kept. The newest come first.',
      },
      {
        question: 'Can I be told when an AI topic comes up again?',
        answer:
          'Yes. With a free account you save a keyword such as a name, a company or a phrase, and get an email within 24 hours of a new episode that mentions it.',
      },
    ],
  },
  'venture-capital': {
    heading: 'Venture Capital Podcasts',
    intro:
      'What investors, firms and founders say about funding startups, in episodes of the past month.',
    shortName: 'VC',
    stats: [],
    lists: [
      { title: 'Legendary Investors', entities: mainList('investor').slice(0, 7) },
      { title: 'Top VC Firms', entities: mainList('vc').slice(0, 6) },
    ],
    stages: [
      {
        name: 'Pre-Seed',
        text: 'An idea, a founding team and the first money from people they know.',
      },
      { name: 'Seed', text: 'A first product, and the search for people who need it.' },
      { name: 'Series A', text: 'The product is wanted; the money builds a repeatable business.' },
      { name: 'Series B', text: 'The business works; the money makes it larger.' },
      { name: 'Series C+', text: 'New markets, new products, sometimes other companies.' },
      { name: 'IPO/Exit', text: 'Shares are listed, or the company is bought.' },
    ],
    discussion: {
      title: 'Popular Discussion Topics',
      topics: [
        'Startup funding',
        'Term sheets',
        'Due diligence',
        'Seed rounds',
        'Series A',
        'Valuations',
        'Angel investing',
        'Limited partners',
        'IPO',
        'Secondary market',
      ],
    },
    related: [
      ...topicLinks('startup-funding', 'tech-innovation'),
      { name: 'Tech Leadership', path: '/topics/tech-leadership' },
    ],
    faq: [
      {
        question: 'What are venture capital podcasts about?',
        answer:
          'Investors and founders talk about how companies are chosen, funded and built: first cheques, term sheets, boards, markets and exits.',
      },
      {
        question: 'How do I find episodes about one firm or investor?',
        answer:
          'Open their page from the lists above, or search for the name. A name finds every recent episode that mentions it in its title, in its notes or, where there is one, in its transcript.',
      },
      {
        question: 'Can I follow a firm?',
        answer:
          'Yes. With a free account you save the name of the firm as an alert, and get an email within 24 hours of a new episode that mentions it.',
      },
    ],
  },
  'tech-leadership': {
    heading: 'Tech Leadership Podcasts',
    intro:
      'How the people who lead technology companies think and decide, according to recent episodes.',
    shortName: 'Leadership',
    stats: [],
    lists: [
      { title: 'Big Tech CEOs', entities: BIG_TECH_CEOS },
      { title: 'Visionary Founders', entities: entities('sam-altman', 'elon-musk') },
      { title: 'Software & Services Leaders', entities: SOFTWARE_CEOS },
    ],
    stages: [],
    discussion: {
      title: 'Leadership Topics',
      topics: [
        'Company culture',
        'Decision making',
        'Hiring',
        'Product strategy',
        'Remote work',
        'Layoffs',
        'Founder mode',
        'Management',
        'Innovation',
        'Future of work',
      ],
    },
    related: [
      ...topicLinks('future-of-work', 'tech-innovation'),
      { name: 'AI & Machine Learning', path: '/topics/ai-machine-learning' },
    ],
    faq: [
      {
        question: 'Which leaders are covered?',
        answer:
          'People who run large technology companies, founders, and leaders of software and service companies. Each has a page with the latest episodes.',
      },
      {
        question: 'Are these interviews with the leaders themselves?',
        answer:
          'Some are, others talk about them. An episode is listed when its title, its notes or, where there is one, its transcript mentions the name; the highlighted words show where.',
      },
      {
        question: 'How do I keep up with one person?',
        answer:
          'With a free account you save the name as an alert, and get an email within 24 hours of a new episode that mentions it.',
      },
    ],
  },
};
