interface Meaning {
  name: string;
  /** What the name means here, such as "the company". */
  is: string;
  /** Words of which a text about it mentions one. Within the limits of a keyword, together with the name. */
  words: readonly string[];
}

const company = (name: string, ...words: string[]): Meaning => ({ name, is: 'the company', words });
const language = (name: string, ...words: string[]): Meaning => ({
  name,
  is: 'the language',
  words,
});
const assistant = (name: string, ...words: string[]): Meaning => ({ name, is: 'the AI', words });

/** Names that mean something else, too, and the words that tell which is meant. */
export const MEANINGS: readonly Meaning[] = [
  company('Accel', 'venture', 'startup', 'startups', 'founders', 'investors', 'funding'),
  company(
    'Amazon',
    'AWS',
    'Bezos',
    'Jassy',
    'Alexa',
    'Kindle',
    'Walmart',
    'retailer',
    'warehouses',
  ),
  company('Apple', 'iPhone', 'Mac', 'Tim Cook', 'iPad', 'iOS', 'Siri', 'App Store', 'Ternus'),
  company('Block', 'Square', 'Cash App', 'Dorsey', 'Afterpay', 'fintech', 'Stripe', 'PayPal'),
  assistant(
    'Claude',
    'Anthropic',
    'ChatGPT',
    'OpenAI',
    'Gemini',
    'LLM',
    'LLMs',
    'Opus',
    'Sonnet',
    'AI',
  ),
  company('Cohere', 'OpenAI', 'Anthropic', 'LLM', 'LLMs', 'AI', 'Aidan Gomez'),
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
  assistant('Gemini', 'Google', 'DeepMind', 'ChatGPT', 'Claude', 'OpenAI', 'LLM', 'LLMs', 'AI'),
  assistant('Grok', 'xAI', 'Musk', 'ChatGPT', 'chatbot', 'Claude', 'OpenAI', 'LLM', 'AI'),
  company('Mercury', 'bank', 'banking', 'fintech', 'startups', 'Brex', 'Ramp'),
  company(
    'Meta',
    'Facebook',
    'Instagram',
    'WhatsApp',
    'Zuckerberg',
    'Llama',
    'metaverse',
    'Google',
  ),
  company(
    'NEA',
    'venture',
    'startup',
    'startups',
    'investors',
    'founders',
    'Enterprise Associates',
  ),
  company('Notion', 'workspace', 'productivity', 'Ivan Zhao', 'Obsidian', 'docs', 'SaaS', 'app'),
  company(
    'Oracle',
    'Ellison',
    'cloud',
    'database',
    'OCI',
    'data centers',
    'TikTok',
    'SAP',
    'OpenAI',
  ),
  assistant(
    'Perplexity',
    'AI',
    'Srinivas',
    'ChatGPT',
    'Google',
    'OpenAI',
    'Comet',
    'search engine',
  ),
  {
    name: 'React',
    is: 'the library',
    words: ['JavaScript', 'TypeScript', 'frontend', 'Next.js', 'Vue', 'developers', 'component'],
  },
  language(
    'Rust',
    'programming',
    'compiler',
    'developers',
    'code',
    'C++',
    'Linux',
    'Python',
    'crate',
  ),
  company('Sequoia', 'venture', 'startup', 'startups', 'founders', 'investors', 'Andreessen', 'VC'),
  company('Shell', 'oil', 'BP', 'Exxon', 'Chevron', 'LNG', 'petroleum', 'refinery', 'gas'),
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
  company(
    'Slack',
    'Salesforce',
    'Microsoft Teams',
    'Butterfield',
    'messaging',
    'workspace',
    'SaaS',
  ),
  company('Snowflake', 'Databricks', 'data warehouse', 'cloud', 'Slootman', 'SQL', 'earnings'),
  company('Square', 'Block', 'Cash App', 'Dorsey', 'payments', 'fintech', 'merchants', 'Stripe'),
  company('Steam', 'Valve', 'games', 'gaming', 'gamers', 'game', 'Steam Deck', 'Epic', 'PC'),
  company('Stripe', 'Collison', 'payments', 'fintech', 'Adyen', 'PayPal', 'startups', 'checkout'),
  language('Swift', 'Xcode', 'iOS', 'SwiftUI', 'developers', 'programming', 'compiler', 'Kotlin'),
  company('Target', 'Walmart', 'retail', 'retailer', 'retailers', 'shoppers', 'stores', 'Costco'),
  company('Zoom', 'video call', 'Eric Yuan', 'Webex', 'webinar', 'video conferencing', 'meetings'),
];

export interface MeaningWay {
  label: string;
  keyword: string;
}

const WITH = / with:/;
const AS_NAME = /^name:([\p{L}\p{N}]+)$/u;
/** A capital inside makes a name of it, too: OpenAI. */
const NAME = /^\p{Lu}\p{Ll}+$/u;

/**
 * What a keyword may mean, the plain word first. Null for a keyword with one meaning. A word with a capital that
 * is not listed may be any word or a name.
 */
export function meaningsOf(keyword: string): readonly [MeaningWay, MeaningWay] | null {
  const word = AS_NAME.exec(keyword)?.[1] ?? keyword.split(WITH, 1)[0] ?? '';
  const listed = MEANINGS.find(({ name }) => name.toLowerCase() === word.toLowerCase());
  if (listed !== undefined) {
    const { name, is, words } = listed;
    const some = words.slice(0, 3).join(', ');
    return [
      { label: `Any “${name}”`, keyword: name },
      { label: `Only ${is} (${some} …)`, keyword: meantKeyword(name, words) },
    ];
  }
  if (!NAME.test(word) || WITH.test(keyword)) return null;
  return [
    { label: `The word “${word.toLowerCase()}”, too`, keyword: word },
    { label: 'Only as a name', keyword: `name:${word}` },
  ];
}

export function meantKeyword(name: string, words: readonly string[]): string {
  const terms = words.map((word) => `with:${/^[\p{L}\p{N}]+$/u.test(word) ? word : `"${word}"`}`);
  return [name, ...terms].join(' ');
}

/** Index of the way that the keyword asks for. */
export function wayOf(keyword: string): 0 | 1 {
  return AS_NAME.test(keyword) || WITH.test(keyword) ? 1 : 0;
}
