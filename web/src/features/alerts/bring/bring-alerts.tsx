import { MAX_ALERTS } from 'functions/contract';
import { type ChangeEvent, type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { type ImportedAlert, LimitReached } from '#shared/data/member/member-data.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { limitText } from '#shared/data/member/room-text.ts';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { useWrite } from '#shared/data/hooks/use-write.ts';
import { OutOfReach } from '#shared/data/hooks/within-reach.ts';
import { readText } from '#shared/text/read-text-file.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { type CheckedLine, checkLines } from './check-lines.ts';
import { ImportDone } from './import-done.tsx';
import { ListPreview } from './list-preview.tsx';
import { type ReadList, readList } from './read-list.ts';

/** Max length of a list in UTF-16 code units, and max size of a file in bytes. */
const MAX_LIST_LENGTH = 1_000_000;

type Given =
  | { kind: 'opml'; text: string; name: string }
  | { kind: 'alerts'; lines: CheckedLine[]; isCut: boolean; room: number };

export type ShowsOfList = (opml: string, name: string, onDone: () => void) => ReactNode;

/** Imports a list of alerts after a preview with counts. `showsOfList` renders the import of an OPML list. */
export function BringAlerts({ showsOfList }: { showsOfList: ShowsOfList }) {
  const fieldId = useId();
  const data = useMemberData();
  const live = useAlerts();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [given, setGiven] = useState<Given>();
  /** Keywords that the last import added, by alert id. */
  const [added, setAdded] = useState<ReadonlyMap<string, string>>();
  const { busy, failed, failure, run, forget } = useWrite();
  const existing = live.status === 'ready' ? live.items : [];

  function take(text: string, name: string) {
    forget();
    setAdded(undefined);
    const isLong = text.length > MAX_LIST_LENGTH;
    setProblem(isLong ? TOO_LONG : '');
    setGiven(isLong ? undefined : toShow(readList(text), text, name));
  }

  // Compares with the existing alerts only once, because after the import every line is a duplicate.
  function toShow(list: ReadList, text: string, name: string): Given {
    if (list.kind === 'opml') return { kind: 'opml', text, name };
    const lines = checkLines(list.lines, existing);
    return { kind: 'alerts', lines, isCut: list.isCut, room: MAX_ALERTS - existing.length };
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (typed.trim() !== '') take(typed, 'Your list');
  }

  async function readFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    // Clears the input, so that choosing the same file again fires an event.
    event.target.value = '';
    if (file === undefined) return;
    setGiven(undefined);
    const isLong = file.size > MAX_LIST_LENGTH;
    const text = isLong ? null : readText(new Uint8Array(await file.arrayBuffer()));
    if (text === null) setProblem(isLong ? TOO_LONG : 'This file is not a text file.');
    else take(text, file.name);
  }

  function add(alerts: readonly ImportedAlert[]) {
    let ids: readonly string[] = [];
    run(
      async () => {
        ids = await data.importAlerts(alerts);
      },
      () => {
        setAdded(new Map(ids.map((id, index) => [id, alerts[index]?.keyword ?? ''])));
        setGiven(undefined);
        setTyped('');
      },
    );
  }

  // The list already shows the new alerts; Firestore sends them when the connection returns.
  const isWaiting = failure instanceof OutOfReach;
  const failureText = failure instanceof LimitReached ? limitText('alert', 2) : NOT_ADDED;
  return (
    <div className="space-y-3">
      {added && <ImportDone added={added} onUndone={() => setAdded(undefined)} />}
      {given === undefined && (
        <form onSubmit={submit} className="space-y-2">
          <label htmlFor={fieldId} className="block text-sm font-medium">
            Your list, one alert a line
          </label>
          <textarea
            id={fieldId}
            rows={4}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
            className="w-full rounded-xl border border-field bg-canvas px-4 py-3 text-base text-ink focus-visible:border-link focus-visible:outline-1 focus-visible:outline-offset-0"
          />
          <p className="text-sm leading-relaxed text-soft">
            You can also paste CSV with a column “keyword”, or an OPML list of shows.{' '}
            <label className="relative inline-block cursor-pointer rounded-sm py-1 font-semibold text-link underline-offset-4 hover:underline has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link">
              Choose a file
              <input
                type="file"
                accept=".txt,.csv,.tsv,.opml,.xml,text/plain,text/csv,text/x-opml"
                disabled={live.status !== 'ready'}
                onChange={(event) => void readFile(event)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
            </label>
          </p>
          <Button
            type="submit"
            tone="plain"
            disabled={typed.trim() === '' || live.status !== 'ready'}
            className="h-11 px-5 text-[0.9375rem]"
          >
            Preview
          </Button>
        </form>
      )}
      <FailureNotice text={problem || (failed && !isWaiting ? failureText : '')} />
      <p role="status" className="text-sm empty:hidden">
        {isWaiting && WAITING}
      </p>
      {given?.kind === 'opml' && showsOfList(given.text, given.name, () => setGiven(undefined))}
      {given?.kind === 'alerts' && (
        <ListPreview
          lines={given.lines}
          isCut={given.isCut}
          room={given.room}
          busy={busy || isWaiting}
          onAdd={add}
          onCancel={() => {
            setGiven(undefined);
            forget();
          }}
        />
      )}
    </div>
  );
}

const TOO_LONG = 'The list is larger than 1 MB.';
const WAITING = 'Waiting for the connection. The alerts are saved as soon as it returns.';
const NOT_ADDED = 'Failed to add the alerts. Please try again.';
