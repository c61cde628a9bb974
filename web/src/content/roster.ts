import type { Entity, Prefix } from './categories.ts';

/** `keywords` defaults to the entity's name. */
type Entry = Pick<Entity, 'slug' | 'name' | 'description'> & { keywords?: readonly string[] };

function listed(prefix: Prefix, main: Entry[], linked: Entry[] = []): Entity[] {
  return [...main, ...linked].map((entry) => ({
    keywords: [entry.name],
    ...entry,
    prefix,
    linked: linked.includes(entry),
  }));
}

/**
 * All entities with a landing page, in the order of their lists. Routes, cards, hubs, footer, related topics, sitemap
 * and prerendering are derived from it. Ambiguous names have a more specific keyword ("Claude AI").
 */
export const ROSTER: readonly Entity[] = [
  ...listed('ceo', [
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
  ]),
  ...listed(
    'founder',
    [
      { slug: 'sam-altman', name: 'Sam Altman', description: 'OpenAI and ChatGPT' },
      { slug: 'elon-musk', name: 'Elon Musk', description: 'Tesla, SpaceX and xAI' },
      { slug: 'patrick-collison', name: 'Patrick Collison', description: 'Stripe and payments' },
    ],
    [
      { slug: 'jeff-bezos', name: 'Jeff Bezos', description: 'Amazon and Blue Origin' },
      { slug: 'bill-gates', name: 'Bill Gates', description: 'Microsoft and philanthropy' },
    ],
  ),
  ...listed('ai-leader', [
    { slug: 'demis-hassabis', name: 'Demis Hassabis', description: 'Google DeepMind' },
  ]),
  ...listed('entrepreneur', [
    {
      slug: 'gary-vaynerchuk',
      name: 'Gary Vaynerchuk',
      description: 'Media, marketing and brands',
      keywords: ['Gary Vaynerchuk', 'Gary Vee', 'GaryVee'],
    },
  ]),
  ...listed('political', [
    { slug: 'barack-obama', name: 'Barack Obama', description: 'Politics and public life' },
  ]),
  ...listed('investor', [
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
    { slug: 'jason-calacanis', name: 'Jason Calacanis', description: 'LAUNCH and angel investing' },
    { slug: 'mary-meeker', name: 'Mary Meeker', description: 'BOND and technology trends' },
    { slug: 'aileen-lee', name: 'Aileen Lee', description: 'Cowboy Ventures' },
  ]),
  ...listed(
    'company',
    [
      { slug: 'openai', name: 'OpenAI', description: 'ChatGPT and the GPT models' },
      { slug: 'anthropic', name: 'Anthropic', description: 'AI safety, Claude models' },
    ],
    [
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
  ),
  ...listed(
    'vc',
    [
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
    [
      {
        slug: 'y-combinator',
        name: 'Y Combinator',
        description: 'Startup accelerator',
        keywords: ['Y Combinator', 'YC'],
      },
      { slug: 'techstars', name: 'Techstars', description: 'Accelerators around the world' },
    ],
  ),
];

const bySlug = new Map(ROSTER.map((entity) => [entity.slug, entity]));

/** Returns the entities in the order of `slugs`. Throws for an unknown slug. */
export function entities(...slugs: string[]): Entity[] {
  return slugs.map((slug) => {
    const entity = bySlug.get(slug);
    if (!entity) throw new Error(`The roster has no ${slug}`);
    return entity;
  });
}

/** Returns the category's entities, except those that are only linked. */
export function mainList(prefix: Prefix): Entity[] {
  return ROSTER.filter((entity) => entity.prefix === prefix && !entity.linked);
}
