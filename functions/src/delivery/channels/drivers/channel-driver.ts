import type { PostAnswer, Post } from '../post-message.ts';
import type { ChannelMessage } from '../channel-message.ts';

export type Answered = Extract<PostAnswer, { kind: 'answered' }>;

interface MessageContext {
  siteName: string;
  secrets: readonly string[];
}

export interface ChannelDriver {
  /** True for an address of the service. The caller checks scheme and network. */
  accepts: (url: URL) => boolean;
  /** A sentence for the person whose address is refused. */
  expected: string;
  /** In the unit of `sizeOf`. */
  maxSize: number;
  /** Defaults to UTF-8 bytes. */
  sizeOf?: (body: string) => number;
  maxItems: number;
  write: (url: URL, message: ChannelMessage, context: MessageContext) => Post;
  /** True if the address is permanently gone; status 410 always means that. */
  isGone?: (answer: Answered) => boolean;
  /** Requested wait outside `Retry-After`, ms; null if none. */
  waitMs?: (answer: Answered) => number | null;
}
