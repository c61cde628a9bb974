import type { UntranscribedReason } from 'functions/contract';

const WHY: Readonly<Record<UntranscribedReason, string>> = {
  'in-work': 'it is being transcribed',
  'waits-in-turn': 'it waits its turn',
  'over-budget': 'today’s limit for transcription is used up',
  'service-stopped': 'the transcription service is paused',
  'service-refused': 'the transcription service did not accept it',
  'audio-not-loaded': 'its audio could not be loaded',
  'audio-unreadable': 'its audio could not be read',
  'no-audio': 'it has no audio',
  'too-long': 'it is too long',
  'too-short': 'it is too short',
  'publisher-first': 'we wait for the publisher’s own',
  duplicate: 'the same episode of another feed is transcribed',
  language: 'its language is not transcribed here',
  'not-followed': 'nobody follows the show',
  'followers-only': 'the show is visible to its followers only',
  forbidden: 'the publisher does not allow it',
  excluded: 'this show is not transcribed here',
  'gave-up': 'it could not be transcribed',
};

/** Describes in a sentence why the newest episode has no transcript. */
export function untranscribedText(reason: UntranscribedReason): string {
  return `No transcript of the newest episode yet: ${WHY[reason]}.`;
}
