import type {
  Category,
  EntityList,
  HubFacts,
  HubPage,
  Meaning,
  Subject,
  Trend,
} from './subject-schema.ts';

/* eslint max-lines: "off" -- everything that names the subject is here */

// Everything that names the subject of the site. Another community replaces this file and nothing else
// (docs/recipes.md, "Another subject"). Data only: other modules derive pages, lists and texts from it. The build
// refuses what subject-schema.ts or web/build/check-subject.ts refuses, and says why.
//
// The build gives each importing module a copy with only the parts that it uses (web/build/split-subject.ts), so a large
// part has one importer.

/** What the followed shows are about: "A list of podcasts about …". At most 62 characters fit the home description. */
export const COVERED = 'technology, AI, venture capital and business';

/** What pages are about, for the terms and for llms.txt. */
export const KINDS = ['a person', 'a company', 'a firm'];

/**
 * The roster: everybody and everything with a page, by category. Addresses (`/ceo/satya-nadella`, `/satya-nadella`),
 * cards, breadcrumbs, related topics, sitemap, feeds, share images and mention counts follow from it, in this order.
 */
export const CATEGORIES = {
  ceo: {
    one: 'CEO',
    many: 'CEOs',
    hub: 'tech-leadership',
    schemaType: 'Person',
    entities: [
      { slug: 'satya-nadella', name: 'Satya Nadella', description: 'Microsoft, cloud and AI' },
      { slug: 'sundar-pichai', name: 'Sundar Pichai', description: 'Google and Alphabet' },
      { slug: 'mark-zuckerberg', name: 'Mark Zuckerberg', description: 'Meta and social media' },
      { slug: 'andy-jassy', name: 'Andy Jassy', description: 'Amazon and AWS' },
      { slug: 'jensen-huang', name: 'Jensen Huang', description: 'NVIDIA and AI chips' },
      { slug: 'john-ternus', name: 'John Ternus', description: 'Apple and its hardware' },
      { slug: 'marc-benioff', name: 'Marc Benioff', description: 'Salesforce and cloud software' },
      {
        slug: 'tobi-lutke',
        name: 'Tobi Lütke',
        description: 'Shopify and e-commerce',
        keywords: ['Tobi Lütke', 'Tobi Lutke'],
      },
      { slug: 'brian-chesky', name: 'Brian Chesky', description: 'Airbnb and travel' },
      { slug: 'dara-khosrowshahi', name: 'Dara Khosrowshahi', description: 'Uber and mobility' },
    ],
  },
  founder: {
    one: 'Founder',
    many: 'Founders',
    hub: 'tech-leadership',
    schemaType: 'Person',
    entities: [
      { slug: 'sam-altman', name: 'Sam Altman', description: 'OpenAI and ChatGPT' },
      { slug: 'elon-musk', name: 'Elon Musk', description: 'Tesla, SpaceX and xAI' },
      { slug: 'patrick-collison', name: 'Patrick Collison', description: 'Stripe and payments' },
    ],
    onlyLinked: [
      { slug: 'jeff-bezos', name: 'Jeff Bezos', description: 'Amazon and Blue Origin' },
      { slug: 'bill-gates', name: 'Bill Gates', description: 'Microsoft and philanthropy' },
    ],
  },
  'ai-leader': {
    one: 'AI Leader',
    many: 'AI Leaders',
    hub: 'ai-machine-learning',
    schemaType: 'Person',
    entities: [{ slug: 'demis-hassabis', name: 'Demis Hassabis', description: 'Google DeepMind' }],
  },
  entrepreneur: {
    one: 'Entrepreneur',
    many: 'Entrepreneurs',
    schemaType: 'Person',
    entities: [
      {
        slug: 'gary-vaynerchuk',
        name: 'Gary Vaynerchuk',
        description: 'Media, marketing and brands',
        keywords: ['Gary Vaynerchuk', 'Gary Vee', 'GaryVee'],
      },
    ],
  },
  political: {
    one: 'Public Figure',
    many: 'Public Figures',
    schemaType: 'Person',
    entities: [
      { slug: 'barack-obama', name: 'Barack Obama', description: 'Politics and public life' },
    ],
  },
  investor: {
    one: 'Investor',
    many: 'Investors',
    hub: 'venture-capital',
    schemaType: 'Person',
    entities: [
      { slug: 'marc-andreessen', name: 'Marc Andreessen', description: 'a16z and Netscape' },
      { slug: 'ben-horowitz', name: 'Ben Horowitz', description: 'a16z and company building' },
      { slug: 'peter-thiel', name: 'Peter Thiel', description: 'Founders Fund and Palantir' },
      { slug: 'reid-hoffman', name: 'Reid Hoffman', description: 'LinkedIn and Greylock' },
      { slug: 'vinod-khosla', name: 'Vinod Khosla', description: 'Khosla Ventures' },
      { slug: 'bill-gurley', name: 'Bill Gurley', description: 'Benchmark and marketplaces' },
      { slug: 'naval-ravikant', name: 'Naval Ravikant', description: 'AngelList and startups' },
      { slug: 'paul-graham', name: 'Paul Graham', description: 'Y Combinator and essays' },
      {
        slug: 'chamath-palihapitiya',
        name: 'Chamath Palihapitiya',
        description: 'Social Capital and All-In',
      },
      {
        slug: 'jason-calacanis',
        name: 'Jason Calacanis',
        description: 'LAUNCH and angel investing',
      },
      { slug: 'mary-meeker', name: 'Mary Meeker', description: 'BOND and technology trends' },
      { slug: 'aileen-lee', name: 'Aileen Lee', description: 'Cowboy Ventures' },
    ],
  },
  company: {
    one: 'AI Company',
    many: 'AI Companies',
    hub: 'ai-machine-learning',
    schemaType: 'Organization',
    entities: [
      { slug: 'openai', name: 'OpenAI', description: 'ChatGPT and the GPT models' },
      { slug: 'anthropic', name: 'Anthropic', description: 'AI safety, Claude models' },
    ],
    onlyLinked: [
      { slug: 'kaggle', name: 'Kaggle', description: 'Data science competitions' },
      { slug: 'perplexity', name: 'Perplexity', description: 'AI answers and search' },
      { slug: 'vapi', name: 'Vapi', description: 'Voice AI for developers' },
      { slug: 'retell-ai', name: 'Retell AI', description: 'AI phone agents' },
      {
        slug: 'pally',
        name: 'Pally',
        description: 'AI for personal relationships',
        keywords: ['Pally AI'],
      },
      {
        slug: 'idler',
        name: 'Idler',
        description: 'Training environments for AI',
        keywords: ['Idler AI'],
      },
      { slug: 'agentmail', name: 'AgentMail', description: 'Email for AI agents' },
      { slug: 'halluminate', name: 'Halluminate', description: 'Testing of AI agents' },
      { slug: 'n8n', name: 'n8n', description: 'Workflow automation' },
      { slug: 'mistral-ai', name: 'Mistral AI', description: 'Open AI models from Europe' },
      {
        slug: 'cohere',
        name: 'Cohere',
        description: 'Language models for business',
        keywords: ['Cohere AI'],
      },
      { slug: 'hugging-face', name: 'Hugging Face', description: 'Home of open AI models' },
      { slug: 'pipedream', name: 'Pipedream', description: 'Integrations for developers' },
      { slug: 'gumloop', name: 'Gumloop', description: 'AI automation without code' },
      {
        slug: 'grok',
        name: 'Grok',
        description: 'The AI assistant of xAI',
        keywords: ['Grok AI', 'xAI Grok'],
      },
      {
        slug: 'claude',
        name: 'Claude',
        description: 'The AI assistant of Anthropic',
        keywords: ['Claude AI', 'Anthropic Claude', 'Claude Code'],
      },
    ],
  },
  vc: {
    one: 'VC Firm',
    many: 'VC Firms',
    hub: 'venture-capital',
    schemaType: 'Organization',
    entities: [
      {
        slug: 'a16z',
        name: 'a16z',
        description: 'Andreessen Horowitz',
        keywords: ['a16z', 'Andreessen Horowitz'],
      },
      {
        slug: 'sequoia-capital',
        name: 'Sequoia Capital',
        description: 'Investing from idea to IPO',
      },
      {
        slug: 'accel',
        name: 'Accel',
        description: 'Early and growth stages worldwide',
        keywords: ['Accel Partners', 'Accel VC'],
      },
      {
        slug: 'greylock-partners',
        name: 'Greylock Partners',
        description: 'Enterprise and consumer software',
        keywords: ['Greylock Partners', 'Greylock'],
      },
      { slug: 'kleiner-perkins', name: 'Kleiner Perkins', description: 'Technology since 1972' },
      {
        slug: 'lightspeed-venture',
        name: 'Lightspeed Venture Partners',
        description: 'Enterprise, consumer and health',
        keywords: ['Lightspeed Venture Partners', 'Lightspeed Venture'],
      },
      {
        slug: 'general-catalyst',
        name: 'General Catalyst',
        description: 'Seed to growth, health and AI',
      },
      {
        slug: 'tiger-global',
        name: 'Tiger Global',
        description: 'Growth rounds and public markets',
      },
      {
        slug: 'nea',
        name: 'NEA',
        description: 'Technology and healthcare',
        keywords: ['NEA', 'New Enterprise Associates'],
      },
      {
        slug: 'insight-partners',
        name: 'Insight Partners',
        description: 'Software companies that scale',
      },
      {
        slug: 'bessemer-venture',
        name: 'Bessemer Venture Partners',
        description: 'Cloud, consumer and health',
        keywords: ['Bessemer Venture Partners', 'Bessemer Venture'],
      },
      { slug: 'harlem-capital', name: 'Harlem Capital', description: 'Early-stage, New York' },
    ],
    onlyLinked: [
      {
        slug: 'y-combinator',
        name: 'Y Combinator',
        description: 'Startup accelerator',
        keywords: ['Y Combinator', 'YC'],
      },
      { slug: 'techstars', name: 'Techstars', description: 'Accelerators around the world' },
    ],
  },
} as const satisfies Record<string, Category>;

/** Topics with a page of their own, `/topics/<slug>`. Texts and lists of the pages are in `HUB_PAGES` below. */
export const HUBS = [
  {
    slug: 'ai-machine-learning',
    name: 'AI & Machine Learning',
    description:
      'Recent podcast episodes about AI and machine learning: the people, the companies and the questions behind them, searched daily.',
    keywords: ['AI', 'Machine Learning', 'Artificial Intelligence'],
  },
  {
    slug: 'venture-capital',
    name: 'Venture Capital',
    description:
      'Recent podcast episodes about venture capital: investors, firms and every stage of startup funding, from pre-seed to exit.',
    keywords: ['venture capital', 'startup funding', 'VC', 'investment'],
  },
  {
    slug: 'tech-leadership',
    name: 'Tech Leadership',
    description:
      'Recent podcast episodes about leading technology companies: the people at the top, how they decide, and what others learn from it.',
    keywords: ['CEO', 'leadership', 'tech executive'],
  },
] as const satisfies readonly HubFacts[];

/** Trends in the sitemap, the footer and the page "Trend not found". Other slugs have a page, too. */
export const TRENDS: readonly Trend[] = [
  { slug: 'ai-machine-learning' },
  { slug: 'startup-funding', isTopic: true },
  { slug: 'tech-innovation', isTopic: true },
  { slug: 'podcast-industry' },
  { slug: 'future-of-work', isTopic: true },
];

/** Words of trends that are written in capitals; other words get one capital. */
export const CAPITALS: readonly string[] = ['ai', 'vc', 'ipo', 'ceo'];

const BIG_TECH_CEOS = [
  'satya-nadella',
  'sundar-pichai',
  'mark-zuckerberg',
  'andy-jassy',
  'jensen-huang',
  'john-ternus',
];

const SOFTWARE_CEOS = ['marc-benioff', 'tobi-lutke', 'brian-chesky', 'dara-khosrowshahi'];

/** Rows of cards on the home page. Each scrolls; four cards or more fill a desktop's width. */
export const HOME_GROUPS: readonly EntityList[] = [
  { title: 'Big Tech CEOs', slugs: BIG_TECH_CEOS },
  { title: 'Tech Founders & AI Leaders', categories: ['founder', 'ai-leader'] },
  { title: 'Software & Services CEOs', slugs: SOFTWARE_CEOS },
  { title: 'AI Companies', categories: ['company'], withOnlyLinked: true },
  { title: 'Venture Capital Legends', categories: ['investor'] },
  { title: 'Major VC Firms', categories: ['vc'] },
];

/** Columns of the footer, beside "Popular Topics", which lists hubs and trends. */
export const FOOTER: Subject['FOOTER'] = [
  {
    title: 'Tech Leaders',
    slugs: [
      'satya-nadella',
      'sundar-pichai',
      'jensen-huang',
      'sam-altman',
      'elon-musk',
      'jeff-bezos',
      'bill-gates',
    ],
  },
  {
    title: 'VC & Investors',
    slugs: [
      'a16z',
      'sequoia-capital',
      'y-combinator',
      'techstars',
      'marc-andreessen',
      'paul-graham',
      'naval-ravikant',
    ],
  },
];

/** Content of the pages of `HUBS`, which loads with the first of them. */
export const HUB_PAGES: Readonly<Record<(typeof HUBS)[number]['slug'], HubPage>> = {
  'ai-machine-learning': {
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
        slugs: ['sam-altman', 'demis-hassabis', 'jensen-huang', 'elon-musk'],
      },
      { title: 'Leading AI Companies', categories: ['company'] },
    ],
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
    related: ['tech-innovation', 'startup-funding', 'future-of-work'],
    faq: [
      {
        question: 'Which AI podcasts are searched?',
        answer: `A list of shows about ${COVERED}, whoever publishes them. The About page says how many there are right now and when they were last read.`,
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
    intro:
      'What investors, firms and founders say about funding startups, in episodes of the past month.',
    shortName: 'VC',
    stats: [],
    lists: [
      { title: 'Legendary Investors', categories: ['investor'], first: 7 },
      { title: 'Top VC Firms', categories: ['vc'], first: 6 },
    ],
    stages: {
      title: 'Funding Stages',
      steps: [
        {
          name: 'Pre-Seed',
          text: 'An idea, a founding team and the first money from people they know.',
        },
        { name: 'Seed', text: 'A first product, and the search for people who need it.' },
        {
          name: 'Series A',
          text: 'The product is wanted; the money builds a repeatable business.',
        },
        { name: 'Series B', text: 'The business works; the money makes it larger.' },
        { name: 'Series C+', text: 'New markets, new products, sometimes other companies.' },
        { name: 'IPO/Exit', text: 'Shares are listed, or the company is bought.' },
      ],
    },
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
    related: ['startup-funding', 'tech-innovation', 'tech-leadership'],
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
    intro:
      'How the people who lead technology companies think and decide, according to recent episodes.',
    shortName: 'Leadership',
    stats: [],
    lists: [
      { title: 'Big Tech CEOs', slugs: BIG_TECH_CEOS },
      { title: 'Visionary Founders', slugs: ['sam-altman', 'elon-musk'] },
      { title: 'Software & Services Leaders', slugs: SOFTWARE_CEOS },
    ],
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
    related: ['future-of-work', 'tech-innovation', 'ai-machine-learning'],
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

/**
 * Names that mean something else, too, and words that tell which is meant: an alert for one offers "Only the company
 * (iPhone, Mac, Tim Cook …)". In alphabetical order. Name and words together fit in one keyword.
 */
export const MEANINGS: readonly Meaning[] = [
  {
    name: 'Accel',
    is: 'the company',
    words: ['venture', 'startup', 'startups', 'founders', 'investors', 'funding'],
  },
  {
    name: 'Amazon',
    is: 'the company',
    words: ['AWS', 'Bezos', 'Jassy', 'Alexa', 'Kindle', 'Walmart', 'retailer', 'warehouses'],
  },
  {
    name: 'Apple',
    is: 'the company',
    words: ['iPhone', 'Mac', 'Tim Cook', 'iPad', 'iOS', 'Siri', 'App Store', 'Ternus'],
  },
  {
    name: 'Block',
    is: 'the company',
    words: ['Square', 'Cash App', 'Dorsey', 'Afterpay', 'fintech', 'Stripe', 'PayPal'],
  },
  {
    name: 'Claude',
    is: 'the AI',
    words: ['Anthropic', 'ChatGPT', 'OpenAI', 'Gemini', 'LLM', 'LLMs', 'Opus', 'Sonnet', 'AI'],
  },
  {
    name: 'Cohere',
    is: 'the company',
    words: ['OpenAI', 'Anthropic', 'LLM', 'LLMs', 'AI', 'Aidan Gomez'],
  },
  {
    name: 'Cursor',
    is: 'the editor',
    words: [
      'IDE',
      'coding',
      'Copilot',
      'Anysphere',
      'Claude',
      'developers',
      'AI',
      'codebase',
      'LLM',
    ],
  },
  {
    name: 'Gemini',
    is: 'the AI',
    words: ['Google', 'DeepMind', 'ChatGPT', 'Claude', 'OpenAI', 'LLM', 'LLMs', 'AI'],
  },
  {
    name: 'Grok',
    is: 'the AI',
    words: ['xAI', 'Musk', 'ChatGPT', 'chatbot', 'Claude', 'OpenAI', 'LLM', 'AI'],
  },
  {
    name: 'Mercury',
    is: 'the company',
    words: ['bank', 'banking', 'fintech', 'startups', 'Brex', 'Ramp'],
  },
  {
    name: 'Meta',
    is: 'the company',
    words: ['Facebook', 'Instagram', 'WhatsApp', 'Zuckerberg', 'Llama', 'metaverse', 'Google'],
  },
  {
    name: 'NEA',
    is: 'the company',
    words: ['venture', 'startup', 'startups', 'investors', 'founders', 'Enterprise Associates'],
  },
  {
    name: 'Notion',
    is: 'the company',
    words: ['workspace', 'productivity', 'Ivan Zhao', 'Obsidian', 'docs', 'SaaS', 'app'],
  },
  {
    name: 'Oracle',
    is: 'the company',
    words: ['Ellison', 'cloud', 'database', 'OCI', 'data centers', 'TikTok', 'SAP', 'OpenAI'],
  },
  {
    name: 'Perplexity',
    is: 'the AI',
    words: ['AI', 'Srinivas', 'ChatGPT', 'Google', 'OpenAI', 'Comet', 'search engine'],
  },
  {
    name: 'React',
    is: 'the library',
    words: ['JavaScript', 'TypeScript', 'frontend', 'Next.js', 'Vue', 'developers', 'component'],
  },
  {
    name: 'Rust',
    is: 'the language',
    words: ['programming', 'compiler', 'developers', 'code', 'C++', 'Linux', 'Python', 'crate'],
  },
  {
    name: 'Sequoia',
    is: 'the company',
    words: ['venture', 'startup', 'startups', 'founders', 'investors', 'Andreessen', 'VC'],
  },
  {
    name: 'Shell',
    is: 'the company',
    words: ['oil', 'BP', 'Exxon', 'Chevron', 'LNG', 'petroleum', 'refinery', 'gas'],
  },
  {
    name: 'Signal',
    is: 'the messenger',
    words: [
      'app',
      'encrypted',
      'encryption',
      'WhatsApp',
      'Telegram',
      'Whittaker',
      'messaging',
      'chat',
    ],
  },
  {
    name: 'Slack',
    is: 'the company',
    words: ['Salesforce', 'Microsoft Teams', 'Butterfield', 'messaging', 'workspace', 'SaaS'],
  },
  {
    name: 'Snowflake',
    is: 'the company',
    words: ['Databricks', 'data warehouse', 'cloud', 'Slootman', 'SQL', 'earnings'],
  },
  {
    name: 'Square',
    is: 'the company',
    words: ['Block', 'Cash App', 'Dorsey', 'payments', 'fintech', 'merchants', 'Stripe'],
  },
  {
    name: 'Steam',
    is: 'the company',
    words: ['Valve', 'games', 'gaming', 'gamers', 'game', 'Steam Deck', 'Epic', 'PC'],
  },
  {
    name: 'Stripe',
    is: 'the company',
    words: ['Collison', 'payments', 'fintech', 'Adyen', 'PayPal', 'startups', 'checkout'],
  },
  {
    name: 'Swift',
    is: 'the language',
    words: ['Xcode', 'iOS', 'SwiftUI', 'developers', 'programming', 'compiler', 'Kotlin'],
  },
  {
    name: 'Target',
    is: 'the company',
    words: ['Walmart', 'retail', 'retailer', 'retailers', 'shoppers', 'stores', 'Costco'],
  },
  {
    name: 'Zoom',
    is: 'the company',
    words: ['video call', 'Eric Yuan', 'Webex', 'webinar', 'video conferencing', 'meetings'],
  },
];

/** "Try …" below the search field of the home page. */
export const SEARCH_EXAMPLES = [
  'OpenAI',
  'Sam Altman',
  'venture capital',
  'a16z',
  'future of work',
];

/**
 * The home page shows the newest episode that mentions the first of these, else the next. Names that come up every week,
 * and a word that many kinds of shows use: the samples mention "sourdough". Everyday words are expensive to search for.
 */
export const EPISODE_EXAMPLES = [
  'OpenAI',
  'Sam Altman',
  'Anthropic',
  'Elon Musk',
  'Jensen Huang',
  'sourdough',
];

/** Suggested to who has no alerts, while it is not known what is talked about. */
export const ALERT_EXAMPLES = [
  'OpenAI',
  'Sam Altman',
  'a16z',
  'Anthropic',
  'Jensen Huang',
  'Sequoia Capital',
];

/** Topics that are suggested after a search with one of the words in a keyword; lower case, parts of words count. */
export const SUGGESTED_TOPICS: Subject['SUGGESTED_TOPICS'] = [
  { words: ['ai', 'artificial'], topics: ['Sam Altman', 'OpenAI', 'AI & Machine Learning'] },
  { words: ['startup', 'funding'], topics: ['a16z', 'Sequoia Capital', 'Startup Funding'] },
  { words: ['tech', 'technology'], topics: ['Satya Nadella', 'Sundar Pichai', 'Tech Innovation'] },
];

// Examples in fields, in the help about queries and in texts that explain how a search works.

/** In the search field and in the field of new alerts. 16 and 12 characters fit those of a phone. */
export const SEARCH_PLACEHOLDER = 'Sam Altman, a16z';
export const ALERT_PLACEHOLDER = 'OpenAI, a16z';

/** One word each. The first has a page; the last is the widest: "google AND (openai OR claude)". */
export const EXAMPLE_NAMES: Subject['EXAMPLE_NAMES'] = ['OpenAI', 'Anthropic', 'Claude', 'Google'];

/** First and last name of somebody who is a guest of shows. */
export const EXAMPLE_PERSON = 'Sam Altman';

/** A word beside a name: "openai AND funding". */
export const EXAMPLE_WORD = 'funding';
export const EXAMPLE_SHOW = 'Hard Fork';
export const EXAMPLE_HOST = 'Ezra Klein';

/** A phrase, the same words in another order, which it does not find, and another phrase. */
export const EXAMPLE_PHRASE = {
  phrase: 'venture capital',
  turned: 'capital ventures',
  short: 'series A',
};

/** A name with an accent, and how people type it. */
export const EXAMPLE_ACCENTS = { written: 'Tobi Lütke', plain: 'tobi lutke' };

/** Two spellings of a name of which one finds the other. */
export const EXAMPLE_SPELLINGS: Subject['EXAMPLE_SPELLINGS'] = ['J.P. Morgan', 'JP Morgan'];

/** A name that is a common word, in lower case, and a phrase in which it is no name. */
export const EXAMPLE_COMMON_NAME = { name: 'target', phrase: 'on target' };

/** A name with two meanings, words of the one that is meant, and a word of the other. */
export const EXAMPLE_AMBIGUOUS: Subject['EXAMPLE_AMBIGUOUS'] = {
  name: 'Apple',
  with: ['Mac', 'iPhone'],
  not: 'fruit',
};

/** The beginning of words. */
export const EXAMPLE_BEGINNING = 'crypto';
