import { alertIdentity, type StoredMatch } from 'functions/contract';
import { useState } from 'react';
import type {
  MatchCursor,
  MatchPage,
  MemberData,
  SavedAlert,
} from '#shared/data/member/member-data.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { loadPart } from '#shared/loading/load-part.ts';
import { saveFile } from '#shared/page/save-file.ts';
import { numberText } from '#shared/text/number-text.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';

type State = { status: 'idle' | 'failed' } | { status: 'busy'; read: number };

/** Reads every match of the alert, page by page, and saves them as a table. */
export function DownloadMatches({ alert }: { alert: SavedAlert }) {
  const data = useMemberData();
  const [state, setState] = useState<State>({ status: 'idle' });

  async function download() {
    setState({ status: 'busy', read: 0 });
    try {
      const { matchesCsv } = await loadPart(() => import('#shared/data/member/matches-csv.ts'));
      const identity = alertIdentity(alert.id, alert.createdAtMs);
      const matches = await readAll(data, identity, (read) => setState({ status: 'busy', read }));
      saveFile('matches.csv', matchesCsv(matches), 'text/csv');
      setState({ status: 'idle' });
    } catch {
      setState({ status: 'failed' });
    }
  }

  return (
    <>
      <TextButton
        className="ml-auto min-h-11 text-[0.9375rem]"
        disabled={state.status === 'busy'}
        onClick={() => void download()}
      >
        {state.status === 'busy' ? `Reading… ${numberText(state.read)}` : 'Download as CSV'}
      </TextButton>
      {state.status === 'failed' && (
        <div className="w-full">
          <FailureNotice text="The matches cannot be read right now. Please try again." />
        </div>
      )}
    </>
  );
}

async function readAll(
  data: MemberData,
  identity: string,
  onRead: (matches: number) => void,
): Promise<StoredMatch[]> {
  const all: StoredMatch[] = [];
  let from: MatchCursor | null = null;
  do {
    const page: MatchPage = await data.readMatches(from, identity);
    all.push(...page.matches);
    onRead(all.length);
    from = page.next;
  } while (from !== null);
  return all;
}
