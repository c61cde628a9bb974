import { useEffect, useState } from 'react';
import { latePart } from '#shared/loading/late-part.tsx';
import { registerOfflineWorker } from '#shared/page/offline-worker.ts';
import { PAGE_KEY, SHOW_KEYS } from '#shared/page/show-keys.ts';
import { isComposing } from '#shared/ui/is-composing.ts';
import { areKeysOn } from './keys-setting.ts';

const KeyList = latePart(() => import('./key-list.tsx'), 'KeyList', { fallback: null });

/** "/" focuses the search field, "?" lists all keys. Other keys are passed on to the page (`PAGE_KEY`). */
export function PageKeys() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    // The worker is registered here, because this part loads last and a separate file would be larger.
    registerOfflineWorker();
    const show = () => setOpen(true);
    function press(event: KeyboardEvent) {
      if (!isForPage(event) || !areKeysOn()) return;
      const { key: detail } = event;
      if (detail === '?') show();
      else if (detail === '/') {
        if (!focusSearch()) return;
      } else if (dispatchEvent(new CustomEvent(PAGE_KEY, { detail, cancelable: true }))) return;
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

/** Elements that use letter keys themselves, and dialogs, because the focus must stay in them. */
const USES_KEYS = 'input, textarea, select, [contenteditable], [role=dialog]';

function isForPage(event: KeyboardEvent): boolean {
  const { target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (isComposing(event) || defaultPrevented || ctrlKey || metaKey || altKey) return false;
  return !(target instanceof Element && target.closest(USES_KEYS));
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
