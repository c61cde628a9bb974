import {
  type FollowedShow,
  MAX_GIVEN_LENGTH,
  MAX_OPML_BYTES,
  MAX_SHOWS,
  MAX_SHOWS_A_DAY,
  type ShowLookup,
  type ShowsPreview,
} from 'functions/contract';
import { type ChangeEvent, type SubmitEvent, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { EXAMPLE_SHOW } from '#content/subject.ts';
import { readText } from '#shared/text/read-text-file.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { FoundShows } from './found-shows.tsx';
import { OpmlPreview } from './opml-preview.tsx';
import { previewList } from './preview-list.ts';
import { Refused, useCall } from '#shared/data/hooks/use-call.ts';

type Result = ({ given: string } & ShowLookup) | ({ kind: 'file'; name: string } & ShowsPreview);

export function AddShow({ shows }: { shows: readonly FollowedShow[] }) {
  const { search } = useLocation();
  const [given, setGiven] = useState(() => nameOf(new URLSearchParams(search).get('q')));
  const [result, setResult] = useState<Result>();
  const { busy, failure, run, forget } = useCall('Failed to find the show. Please try again.');
  const followed = useMemo(() => new Set(shows.map(({ id }) => id)), [shows]);
  const wanted = given.trim();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (wanted === '') return;
    setResult(undefined);
    run(async ({ lookUpShow }) => setResult({ given: wanted, ...(await lookUpShow(wanted)) }));
  }

  function readFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    // Clears the field, so that the same file can be chosen again.
    event.target.value = '';
    if (file === undefined) return;
    setResult(undefined);
    run(async (calls) => {
      if (file.size > MAX_OPML_BYTES) throw new Refused('The file is larger than 1 MB.');
      const text = readText(new Uint8Array(await file.arrayBuffer()));
      if (text === null) throw new Refused('This file is not a text file.');
      setResult({ kind: 'file', name: file.name, ...(await previewList(calls, text)) });
    });
  }

  return (
    <div className="space-y-3">
      <form onSubmit={submit} className="space-y-2">
        <div className="flex flex-wrap items-end gap-2 sm:gap-3">
          <TextField
            label="Name, address or link"
            name="show"
            className="min-w-0 flex-1 basis-44"
            placeholder={`e.g., ${EXAMPLE_SHOW}`}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            maxLength={MAX_GIVEN_LENGTH}
            value={given}
            onChange={(event) => {
              setGiven(event.target.value);
              forget();
            }}
          />
          <Button
            type="submit"
            tone="plain"
            disabled={wanted === '' || busy}
            className="shrink-0 grow px-4 sm:grow-0 sm:px-6"
          >
            {busy ? 'Finding…' : 'Find show'}
          </Button>
        </div>
        <p className="text-sm leading-relaxed text-soft">
          You can also paste a link from Apple Podcasts, Spotify, YouTube, Overcast, Pocket Casts or
          Castro. Up to {MAX_SHOWS} shows, {MAX_SHOWS_A_DAY} new ones a day.{' '}
          <label className="relative inline-block cursor-pointer rounded-sm py-1 font-semibold text-link underline-offset-4 hover:underline has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link">
            Choose an OPML file
            <input
              type="file"
              accept=".opml,.xml,text/xml,application/xml,text/x-opml"
              disabled={busy}
              onChange={readFile}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
          </label>
        </p>
      </form>
      <p role="status" className="sr-only">
        {busy ? 'Finding…' : result?.kind === 'shows' ? countText(result.shows.length) : ''}
      </p>
      <FailureNotice text={failure} />
      {result?.kind === 'refused' && <FailureNotice text={result.message} />}
      {result?.kind === 'shows' &&
        (result.shows.length > 0 ? (
          <FoundShows shows={result.shows} followed={followed} />
        ) : (
          <p className="text-[0.9375rem] wrap-anywhere">
            No show found for “{result.given}”. Try the address of its feed or page.
          </p>
        ))}
      {result?.kind === 'file' && (
        <OpmlPreview
          preview={result}
          name={result.name}
          followed={followed}
          onDone={() => setResult(undefined)}
        />
      )}
    </div>
  );
}

/** Extracts the show's name from the query of a search that found nothing. */
function nameOf(query: string | null): string {
  return (query ?? '')
    .replace(/^show:/i, '')
    .replaceAll('"', '')
    .slice(0, MAX_GIVEN_LENGTH);
}

function countText(count: number): string {
  return count === 1 ? '1 show found' : `${count} shows found`;
}
