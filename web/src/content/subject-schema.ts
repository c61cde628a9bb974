import * as z from 'zod/mini';

// The shape and the limits of `subject.ts`. Only the build and tests load this file (web/build/check-subject.ts).

const list = <Item extends z.ZodMiniType>(item: Item) => z.readonly(z.array(item));
const filled = <Item extends z.ZodMiniType>(item: Item) =>
  z.readonly(z.array(item).check(z.minLength(1, 'At least one is needed')));

const text = z.string().check(z.minLength(1, 'This text is empty'), z.trim());
const slug = z
  .string()
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A slug has a-z, 0-9 and single hyphens'));

const DESCRIPTION = z
  .string()
  .check(z.minLength(60, 'At least 60 characters'), z.maxLength(160, 'At most 160 characters'));

const NO_TITLE = /^(?!.*\b(CEO|CTO|chair|president|partner\b|director|head of|founder\b))/i;

const entity = z.strictObject({
  /** `/<category>/<slug>` and `/<slug>` are its addresses. Unique in the whole roster. */
  slug,
  name: text,
  /** Organisation or field; never a job title, because titles change. */
  description: text.check(
    z.maxLength(40, 'At most 40 characters fit a card'),
    z.regex(NO_TITLE, 'Name the organisation or the field, because job titles change'),
  ),
  /** The page finds any of these; the name by default. An ambiguous name needs a longer one ("Claude AI"). */
  keywords: z.exactOptional(filled(text)),
});

const category = z.strictObject({
  /** Singular, for cards. */
  one: text,
  /** Plural, for breadcrumbs. */
  many: text,
  /** Slug of the hub that the breadcrumb leads to. */
  hub: z.exactOptional(slug),
  schemaType: z.enum(['Person', 'Organization']),
  entities: filled(entity),
  /** Have a page that only links lead to: lists of the category omit them. */
  onlyLinked: z.exactOptional(list(entity)),
});

const hub = z.strictObject({
  slug,
  name: text,
  /** For search engines and shared links. */
  description: DESCRIPTION,
  /** The featured episodes and the button search for any of these. */
  keywords: filled(text),
});

const trend = z.strictObject({
  /** Its words are the title and the keyword: `future-of-work` is "Future Of Work". */
  slug,
  /** True if `/topics/<slug>` shows the page, too. */
  isTopic: z.exactOptional(z.literal(true)),
});

const entityList = z.union([
  z.strictObject({ title: text, slugs: filled(slug) }),
  z.strictObject({
    title: text,
    categories: filled(text),
    withOnlyLinked: z.exactOptional(z.literal(true)),
    /** How many; all by default. */
    first: z.exactOptional(z.int().check(z.positive())),
  }),
]);

/** The parts of a hub's page, from top to bottom. `stats` and `lists` may be empty. */
const hubPage = z.strictObject({
  intro: text,
  /** For labels such as "Featured AI Episodes". */
  shortName: text,
  stats: list(z.strictObject({ figure: text, label: text })),
  lists: list(entityList),
  stages: z.exactOptional(
    z.strictObject({ title: text, steps: filled(z.strictObject({ name: text, text })) }),
  ),
  /** Each topic is a search. */
  discussion: z.strictObject({ title: text, topics: filled(text) }),
  /** Slugs of other hubs and of trends. */
  related: filled(slug),
  faq: filled(z.strictObject({ question: text, answer: text })),
});

const meaning = z.strictObject({
  name: text,
  /** What the name means here, such as "the company". */
  is: text,
  /** Words of which a text about it mentions one. */
  words: filled(text),
});

export const subjectSchema = z.object({
  COVERED: text,
  KINDS: filled(text.check(z.regex(/^an? /, 'A kind begins with "a" or "an"'))),
  CATEGORIES: z.record(slug.check(z.regex(/^[a-z]/, 'A category begins with a letter')), category),
  HUBS: filled(hub),
  TRENDS: filled(trend),
  CAPITALS: list(text.check(z.lowercase('Write it in lower case'))),
  HOME_GROUPS: filled(entityList),
  FOOTER: list(z.strictObject({ title: text, slugs: filled(slug) })).check(
    z.maxLength(2, 'The footer has room for two columns'),
  ),
  HUB_PAGES: z.record(slug, hubPage),
  MEANINGS: filled(meaning),
  SEARCH_EXAMPLES: filled(text),
  EPISODE_EXAMPLES: filled(text),
  ALERT_EXAMPLES: filled(text),
  SUGGESTED_TOPICS: list(z.strictObject({ words: filled(text), topics: filled(text) })),
  SEARCH_PLACEHOLDER: text.check(z.maxLength(16, 'At most 16 characters fit a phone')),
  ALERT_PLACEHOLDER: text.check(z.maxLength(12, 'At most 12 characters fit a phone')),
  EXAMPLE_NAMES: z.readonly(z.tuple([text, text, text, text])),
  EXAMPLE_PERSON: text,
  EXAMPLE_WORD: text,
  EXAMPLE_SHOW: text,
  EXAMPLE_HOST: text,
  EXAMPLE_PHRASE: z.strictObject({ phrase: text, turned: text, short: text }),
  EXAMPLE_ACCENTS: z.strictObject({ written: text, plain: text }),
  EXAMPLE_SPELLINGS: z.readonly(z.tuple([text, text])),
  EXAMPLE_COMMON_NAME: z.strictObject({ name: text, phrase: text }),
  EXAMPLE_AMBIGUOUS: z.strictObject({
    name: text,
    with: z.readonly(z.tuple([text, text])),
    not: text,
  }),
  EXAMPLE_BEGINNING: text,
});

export type Subject = z.infer<typeof subjectSchema>;
export type Category = z.infer<typeof category>;
export type HubFacts = z.infer<typeof hub>;
export type HubPage = z.infer<typeof hubPage>;
export type EntityList = z.infer<typeof entityList>;
export type Meaning = z.infer<typeof meaning>;
export type Trend = z.infer<typeof trend>;
