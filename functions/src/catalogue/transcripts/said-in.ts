import type { SpokenMatches } from '../../transcripts/spoken-matches.ts';

/** Where in an episode something is said, and where its publisher keeps what is said. */
export interface SaidIn extends SpokenMatches {
  transcript: string;
}
