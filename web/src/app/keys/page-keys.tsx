import { useEffect, useState } from 'react';
import { latePart } from '#shared/loading/late-part.tsx';
import { registerOfflineWorker } from '#shared/page/offline-worker.ts';
import { SHOW_KEYS } from '#shared/page/show-keys.ts';
import { pageKey } from '#shared/page/page-key.ts';

const KeyList = latePart(() => import('./key-list.tsx'), 'KeyList', { fallback: null });

/** "/" focuses the search field, "?" lists all keys. */
export function PageKeys() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    // The worker is registered here, because this part loads last and a separate file would be larger.
    registerOfflineWorker();
    const show = () => setOpen(true);
    function press(event: KeyboardEvent) {
      const key = pageKey(event);
      if (key === '?') show();
      else if (key !== '/' || !focusSearch()) return;
      event.preventDefault();
    }
    addEventListener(SHOW_KEYS, show);
    document.addEventListener('keydown', press);
    return () => {
      removeEventListener(SHOW_KEYS, show);
      document.removeEventListener('keydown', press);
    };
  }, []);
  return open && <KeyList onClose={() => setOpen(false)} />;
}

/** Focuses the page's search field, or else the header's, which phones hide behind a button. */
function focusSearch(): boolean {
  const inPage = 'main form[role=search] input[name=q]';
  const fields = document.querySelectorAll<HTMLInputElement>(`${inPage}, header input[name=q]`);
  // Hidden elements have no client rectangles.
  const field = [...fields].toReversed().find((each) => each.getClientRects().length > 0);
  const magnifier = document.querySelector<HTMLElement>('header [data-tip=Search]');
  if (field === undefined) magnifier?.click();
  field?.focus();
  field?.select();
  return field !== undefined || magnifier !== null;
}
