import { MAX_OPML_BYTES, type ShowsPreview } from 'functions/contract';
import { type Calls, Refused } from '#shared/data/hooks/use-call.ts';
import { errorCode } from '#shared/data/session/auth-service.ts';

/** Rejects with `Refused` for a text that is not an OPML list. */
export async function previewList({ previewShows }: Calls, opml: string): Promise<ShowsPreview> {
  if (new Blob([opml]).size > MAX_OPML_BYTES) throw new Refused('The file is larger than 1 MB.');
  if (opml.trim() === '') throw new Refused('The file is empty.');
  return previewShows(opml).catch((error: unknown) => {
    if (errorCode(error) === 'functions/invalid-argument')
      throw new Refused('This file is not an OPML list.');
    throw error;
  });
}
