import { useState } from 'react';
import { useAlerts, useShows } from '#shared/member/hooks/use-live-list.ts';
import { saveFile } from '#shared/page/save-file.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { BringAlerts, type ShowsOfList } from './bring-alerts.tsx';
import { csvOfAlerts, opmlOfShows, textOfAlerts } from './write-lists.ts';

/** Alerts brought along from elsewhere, and taken along from here. */
export function BringSection({ showsOfList }: { showsOfList: ShowsOfList }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      aria-labelledby="bring-heading"
      className="space-y-3 rounded-2xl border border-line bg-surface p-3 shadow-card sm:rounded-3xl sm:p-7"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-5">
        <h2 id="bring-heading" className="text-lg font-semibold tracking-title">
          Bring alerts along
        </h2>
        <TextButton
          aria-expanded={isOpen}
          className="min-h-9 text-sm"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'From a list or a file'}
        </TextButton>
      </div>
      {isOpen && <BringAlerts showsOfList={showsOfList} />}
      <Export />
    </section>
  );
}

function Export() {
  const alerts = useAlerts();
  const shows = useShows();
  const saved = alerts.status === 'ready' ? alerts.items : [];
  const followed = shows.status === 'ready' ? shows.items : [];
  if (saved.length + followed.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm">
      <span className="text-soft">Take along:</span>
      {saved.length > 0 && (
        <>
          <TextButton
            className="min-h-9"
            onClick={() => saveFile('alerts.txt', textOfAlerts(saved), 'text/plain')}
          >
            Alerts as text
          </TextButton>
          <TextButton
            className="min-h-9"
            onClick={() => saveFile('alerts.csv', csvOfAlerts(saved), 'text/csv')}
          >
            Alerts as CSV
          </TextButton>
        </>
      )}
      {followed.length > 0 && (
        <TextButton
          className="min-h-9"
          onClick={() => saveFile('shows.opml', opmlOfShows(followed), 'text/x-opml')}
        >
          Shows as OPML
        </TextButton>
      )}
      {saved.length > 0 && (
        <p className="w-full text-soft">
          Text holds the words alone. CSV keeps which alerts are paused, not emailed or for notes
          only.
        </p>
      )}
    </div>
  );
}
