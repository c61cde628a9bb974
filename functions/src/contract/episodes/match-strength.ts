/** `about`: the match is a subject of the episode. `passing`: it is only mentioned. */
export const STRENGTHS = ['about', 'passing'] as const;

export type Strength = (typeof STRENGTHS)[number];

/** Reasons why an episode matches, the strongest first. `word` is the label on screen. */
export const MATCH_GROUNDS = {
  guest: { strength: 'about', word: 'Guest' },
  title: { strength: 'about', word: 'In the title' },
  chapter: { strength: 'about', word: 'Chapter' },
  introduction: { strength: 'about', word: 'In the introduction' },
  often: { strength: 'about', word: 'Mentioned several times' },
  said_often: { strength: 'about', word: 'Said several times' },
  once: { strength: 'passing', word: 'Mentioned once' },
  said: { strength: 'passing', word: 'Brief mention' },
  /** The match is in the name of the show, its publisher, its host or its staff. */
  name: { strength: 'passing', word: null },
} as const satisfies Record<string, { strength: Strength; word: string | null }>;

export type MatchGround = keyof typeof MATCH_GROUNDS;

export const GROUND_NAMES = Object.keys(MATCH_GROUNDS) as MatchGround[];

export interface MatchStrength {
  strength?: Strength | undefined;
  why?: MatchGround | undefined;
}

export function strengthBy(ground: MatchGround | null): MatchStrength {
  if (ground === null) return { strength: 'passing' };
  return { strength: MATCH_GROUNDS[ground].strength, why: ground };
}

/** Returns `one` if both are equally strong. */
export function stronger(one: MatchStrength, other: MatchStrength): MatchStrength {
  const rankOf = ({ why }: MatchStrength) => (why ? GROUND_NAMES.indexOf(why) : Infinity);
  return rankOf(other) < rankOf(one) ? other : one;
}
