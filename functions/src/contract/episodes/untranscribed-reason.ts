/** Why an episode has no transcript, if the operator has a transcription service. */
export const UNTRANSCRIBED_REASONS = [
  /** A task is transcribing it, or will within minutes. */
  'in-work',
  /** Episodes that others asked for came first today. */
  'waits-in-turn',
  'over-budget',
  'service-stopped',
  'service-refused',
  'audio-not-loaded',
  /** Not a sound that can be cut into parts. */
  'audio-unreadable',
  'no-audio',
  'too-long',
  'too-short',
  /** The publisher has, or usually has, a transcript of its own, which was not read yet. */
  'publisher-first',
  /** Another feed has the same episode, which is transcribed there. */
  'duplicate',
  'language',
  'not-followed',
  'followers-only',
  /** The publisher forbids services like this one. */
  'forbidden',
  /** The operator excludes the show. */
  'excluded',
  'gave-up',
] as const;

export type UntranscribedReason = (typeof UNTRANSCRIBED_REASONS)[number];
