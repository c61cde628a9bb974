import type { AlertItem, ChannelKind, PushKeys } from '../../contract/index.ts';

export interface ChannelTarget {
  id: string;
  uid: string;
  kind: ChannelKind;
  name: string;
  url?: string;
  /** Keys that sign a webhook's messages: at most two, newest first. */
  secrets?: readonly string[];
  /** Encrypt the messages to a browser. */
  keys?: PushKeys;
}

export interface ChannelMessage {
  /** The same for every retry, so that receivers can detect duplicates (`webhook-id`). */
  id: string;
  /** Creation time, epoch ms. */
  atMs: number;
  items: readonly AlertItem[];
  /** Number of further matches, which the message mentions but does not contain. */
  moreCount?: number;
  /** True if the receiver refused the whole message, so that this one has only titles and links. */
  isPlain?: true | undefined;
  isTest?: true;
  /** The person's unread matches, for the badge of a browser. */
  unread?: number;
}

export type ChannelOutcome =
  | { kind: 'accepted'; status: number; tookMs: number }
  /** `reason` is a sentence for the person, if the service's answer says more than that the address is gone. */
  | { kind: 'gone'; status: number; tookMs: number; reason?: string | undefined }
  /** The receiver did not accept the message. `reason` is a sentence for the person. */
  | {
      kind: 'unavailable';
      status: number | null;
      tookMs: number;
      retryAfterMs: number | null;
      reason: string;
    }
  /** The connection failed or timed out after the message was sent, so the receiver may have it. */
  | { kind: 'unknown'; status: null; tookMs: number; reason: string };
