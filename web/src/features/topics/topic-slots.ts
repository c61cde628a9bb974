import type { Episode } from 'functions/contract';
import type { ReactNode } from 'react';

/** Where other features stand on the pages of topics. */
export interface TopicSlots {
  /** Above the episodes: how to be told of new ones. */
  alerts?: ((topic: { name: string; keywords: readonly string[] }) => ReactNode) | undefined;
  /** On each episode. */
  episodeActions?: ((episode: Episode) => ReactNode) | undefined;
}
