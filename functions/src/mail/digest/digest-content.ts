import type { DigestCadence, MatchReason } from '../../contract/index.ts';

/** What a digest says, regardless of how it looks. */
export interface DigestContent {
  cadence: DigestCadence;
  /** The time zone dates are shown in, by its IANA name. */
  timeZone: string;
  alerts: DigestAlert[];
}

export interface DigestAlert {
  alertId: string;
  keyword: string;
  /** 1 where the keyword is a question; missing where it is words alone. */
  language?: 1 | undefined;
  /** False if only written texts count, not transcripts. */
  spoken?: false | undefined;
  episodes: DigestEpisode[];
  /** Matching episodes beyond those in `episodes`. */
  moreCount: number;
  /**
   * Eight bytes for each of its episodes, those in `episodes` and of the others as many as are known by
   * name: the same bytes under every alert. Missing if none is known.
   */
  episodeIds?: Uint8Array | undefined;
}

export interface DigestEpisode {
  title: string;
  link: string;
  podcast: string;
  /** Address of the cover, or empty. */
  image: string;
  pubDateMs: number;
  /** The text around the match, plain text with the contract's highlight markers. */
  excerpt: string;
  /** Where else what is asked for stands. */
  reasons?: MatchReason[] | undefined;
  /** Other shows that have the same episode. */
  alsoIn?: string[] | undefined;
}

/** Where the links of a digest lead; made by `digestLinks`. */
export interface DigestLinks {
  /** Name of the site, as the mail says it. */
  siteName: string;
  /** The page on which alerts are managed. */
  manage: string;
  unsubscribeAll: string;
  unsubscribeAlert(alertId: string): string;
  /** The link that makes an alert leave out a term of the language. */
  leaveOut(alertId: string, term: string): string;
  /** The link that makes emails weekly; null if they are. */
  weeklyInstead(cadence: DigestCadence): string | null;
  searchFor(alert: Pick<DigestAlert, 'keyword' | 'language' | 'spoken'>): string;
}
