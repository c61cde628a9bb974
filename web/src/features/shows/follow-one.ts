import type { FollowLine } from 'functions/contract';
import { Refused, type Calls } from '#shared/data/hooks/use-call.ts';

/**
 * Resolves to the id of the show, which differs after a permanent redirect. Rejects with `Refused` if the server gives
 * a reason.
 */
export async function followOne({ followShows }: Calls, feedUrl: string): Promise<string> {
  const { lines } = await followShows([feedUrl]);
  const [line] = lines;
  if (line === undefined) throw new Error('The answer has no line');
  if (!isFollowed(line)) throw new Refused(refusalText(line));
  return line.showId;
}

export function isFollowed({ outcome }: FollowLine): boolean {
  return outcome === 'followed' || outcome === 'following';
}

/** Returns the server's message, or a text for its code. */
export function refusalText({ outcome, message }: FollowLine): string {
  return (
    message ?? REFUSALS[outcome] ?? 'This show cannot be followed right now. Please try again.'
  );
}

const REFUSALS: Partial<Record<FollowLine['outcome'], string>> = {
  private: 'Private feeds cannot be added.',
  limit: 'You have reached the limit. Stop following a show to add another.',
  'daily-limit': 'You have reached today’s limit for adding shows. Please try again tomorrow.',
};
