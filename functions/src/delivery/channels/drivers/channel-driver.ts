import type { PostAnswer, Post } from '../post-message.ts';
import type { ChannelMessage } from '../channel-message.ts';

export type Answered = Extract<PostAnswer, { kind: 'answered' }>;

interface MessageContext {
  siteName: string;
  /** Keys that sign the message of a webhook. */
  secrets: readonly string[];
}

/** Differences between the services that messages are posted to. */
export interface ChannelDriver {
  /** True for an address of the service; scheme and network are checked for all services alike. */
  takes: (url: URL) => boolean;
  /** A sentence that says which addresses the service has. */
  expected: string;
  maxSize: number;
  /** Size of a body; by default its bytes (UTF-8). */
  sizeOf?: (body: string) => number;
  /** Limit of items in a message, however short they are. */
  maxItems: number;
  write: (url: URL, message: ChannelMessage, context: MessageContext) => Post;
  /** Whether an answer says that the address is gone for good; 410 always does. */
  isGone?: (answer: Answered) => boolean;
  /** Wait that an answer asks for elsewhere than in `Retry-After`, milliseconds; null if none. */
  waitMs?: (answer: Answered) => number | null;
}
