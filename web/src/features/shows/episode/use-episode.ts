import {
  type Episode,
  type EpisodeAnswer,
  type EpisodeFacts,
  readEpisodeAnswer,
} from 'functions/contract';
import { use, useEffect, useState } from 'react';
import { PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { callBackend } from '#shared/search/request-search.ts';
import { topicFailureText } from '#shared/search/topic-failure-text.ts';

export type LoadedEpisode =
  | { status: 'loading' | 'missing' }
  | { status: 'failed'; text: string; retry: () => void }
  | { status: 'ready'; episode: Episode; others: readonly Episode[]; about: EpisodeFacts };

interface Loaded {
  atS: number | undefined;
  /** A number that the person raises by retrying. */
  attempt: number;
  answer: EpisodeAnswer | null;
  failure: string;
}

/**
 * Returns the episode, prerendered or from the server. Neither show nor id changes, because the page's `key` is the
 * episode; another moment keeps the page while its quotation loads.
 */
export function useEpisode(show: string, id: string, atS: number | undefined): LoadedEpisode {
  const prerendered = use(PrerenderedEpisodes);
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(() => {
    const { about } = prerendered ?? {};
    if (!prerendered || about === undefined) return null;
    return { atS, attempt: 0, answer: { ...prerendered, about }, failure: '' };
  });
  const isThere = loaded !== null && loaded.atS === atS && loaded.attempt === attempt;

  useEffect(() => {
    if (isThere) return;
    const left = new AbortController();
    const request = { show, id, ...(atS !== undefined && { atS }) };
    callBackend({ episode: request }, left.signal, readEpisodeAnswer).then(
      (answer) => setLoaded({ atS, attempt, answer, failure: '' }),
      (error: unknown) => {
        if (left.signal.aborted) return;
        const failure = topicFailureText(error);
        setLoaded((before) => ({ atS, attempt, answer: before?.answer ?? null, failure }));
      },
    );
    return () => left.abort();
  }, [show, id, atS, attempt, isThere]);

  if (loaded === null) return { status: 'loading' };
  const { answer, failure } = loaded;
  if (answer === null)
    return { status: 'failed', text: failure, retry: () => setAttempt((count) => count + 1) };
  const [episode, ...others] = answer.episodes;
  if (answer.about === null || episode === undefined) return { status: 'missing' };
  const about = isThere ? answer.about : { ...answer.about, said: [] };
  return { status: 'ready', episode, others, about };
}
