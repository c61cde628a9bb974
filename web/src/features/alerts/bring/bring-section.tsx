import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useAlerts, useShows } from '#shared/data/hooks/use-live-list.ts';
import { saveFile } from '#shared/page/save-file.ts';
import { useAnchor } from '#shared/page/use-anchor.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { BringAlerts, type ShowsOfList } from './bring-alerts.tsx';
import { csvOfAlerts, opmlOfShows, textOfAlerts } from './write-lists.ts';

const ID = 'import-export';

/** Opens when its button is pressed or when the URL's hash is `#import-export`. */
export function BringSection({ showsOfList }: { showsOfList: ShowsOfList }) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  useAnchor(ID, useAlerts().status !== 'loading', open);
  return (
    <section
      aria-labelledby="bring-heading"
      className="rounded-2xl border border-line bg-surface px-3 shadow-card sm:rounded-3xl sm:px-7"
    >
      <h2 id="bring-heading" className="text-lg font-semibold tracking-title">
        <button
          id={ID}
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] scroll-mt-4 -outline-offset-2 items-center justify-between gap-3 rounded-xl px-2 text-left"
        >
          Import or export
          <ChevronDown
            aria-hidden
            className={clsx('size-5 shrink-0 text-soft', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      {isOpen && (
        <div className="space-y-5 pb-3 sm:pb-7">
          <BringAlerts showsOfList={showsOfList} />
          <Export />
        </div>
      )}
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
      <span className="text-soft">Export:</span>
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
          Text has only the keywords. CSV also has each alert’s settings.
        </p>
      )}
    </div>
  );
}
