import type { PostAnswer, Post } from '../post-message.ts';
import type { ChannelMessage, ChannelTarget } from '../channel-message.ts';

export type Answered = Extract<PostAnswer, { kind: 'answered' }>;

/** A post that no driver has encrypted yet. */
export type WrittenPost = Post & { body: string };

interface MessageContext {
  siteName: string;
  secrets: readonly string[];
}

export interface ChannelDriver {
  /** True if the address belongs to the service. The caller checks scheme and network. */
  accepts: (url: URL) => boolean;
  /** The sentence shown to a person whose address is refused. */
  expected: string;
  /** In the unit of `sizeOf`. */
  maxSize: number;
  /** Size of a body; its UTF-8 bytes by default. */
  sizeOf?: (body: string) => number;
  maxItems: number;
  write: (url: URL, message: ChannelMessage, context: MessageContext) => WrittenPost;
  /** Encrypts and signs what was written, right before it is sent. */
  seal?: (post: WrittenPost, target: ChannelTarget) => Promise<Post>;
  /** True if the response means that the address is permanently gone. Status 410 always does. */
  isGone?: (answer: Answered) => boolean;
  /** The sentence for the owner; null for one about the status. */
  reason?: (answer: Answered) => string | null;
  /** The address at which the service wants all messages from now on; null if it is the present one. */
  movedTo?: (url: URL, answer: Answered) => URL | null;
  /** Wait that the response requests outside `Retry-After`, ms; null if none. */
  waitMs?: (answer: Answered) => number | null;
}
