import type { AlertItem, ChannelKind } from '../../contract/index.ts';

/** Where a message goes. `url` and `secrets` are absent for a feed. */
export interface ChannelTarget {
  id: string;
  uid: string;
  kind: ChannelKind;
  name: string;
  url?: string;
  /** Keys that sign messages of a webhook; newest first, two at most. */
  secrets?: readonly string[];
}

export interface ChannelMessage {
  /** The same for all tries, so that receivers recognise a message (`webhook-id`). */
  id: string;
  /** When the message was made, epoch milliseconds. */
  atMs: number;
  items: readonly AlertItem[];
  /** Further matches, which are only counted. */
  moreCount?: number;
  /** A message without items that a person sends to try a channel. */
  isTest?: true;
}

export type ChannelOutcome =
  | { kind: 'accepted'; status: number; tookMs: number }
  /** The address has no receiver any more. */
  | { kind: 'gone'; status: number; tookMs: number }
  /** The receiver did not take the message. `reason` is a sentence for the person. */
  | {
      kind: 'unavailable';
      /** Null if there was no answer. */
      status: number | null;
      tookMs: number;
      retryAfterMs: number | null;
      reason: string;
    }
  /** The connection was lost, or timed out, after the message was sent: the receiver may have it. */
  | { kind: 'unknown'; status: null; tookMs: number; reason: string };
