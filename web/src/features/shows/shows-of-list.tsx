import type { ShowsPreview } from 'functions/contract';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '#shared/data/hooks/use-call.ts';
import { useShows } from '#shared/data/hooks/use-live-list.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { OpmlPreview } from './opml-preview.tsx';
import { previewList } from './preview-list.ts';

interface ShowsOfListProps {
  opml: string;
  name: string;
  onDone: () => void;
}

/** Offers the shows of an OPML list that somebody gave to the form that imports alerts. */
export function ShowsOfList({ opml, name, onDone }: ShowsOfListProps) {
  const shows = useShows();
  const [preview, setPreview] = useState<ShowsPreview>();
  const { busy, failure, run } = useCall('Failed to read the list. Please try again.');
  const asked = useRef('');
  useEffect(() => {
    if (asked.current === opml) return;
    asked.current = opml;
    run(async (calls) => setPreview(await previewList(calls, opml)));
  }, [opml, run]);
  const followed = shows.status === 'ready' ? shows.items : [];
  if (preview) {
    return (
      <OpmlPreview
        preview={preview}
        name={name}
        followed={new Set(followed.map(({ id }) => id))}
        onDone={onDone}
      />
    );
  }
  return (
    <div className="space-y-2">
      <p role="status" className="text-sm text-soft empty:hidden">
        {busy ? 'Reading the list…' : ''}
      </p>
      <FailureNotice text={failure} />
      {failure !== '' && (
        <TextButton className="min-h-11" onClick={onDone}>
          Back
        </TextButton>
      )}
    </div>
  );
}
