import { isComposing } from '#shared/ui/is-composing.ts';
import { areKeysOn } from './keys-setting.ts';

/** Elements that use letter keys themselves, and dialogs, because the focus must stay in them. */
const USES_KEYS = 'input, textarea, select, [contenteditable], [role=dialog]';

/** Returns the pressed key if it is a shortcut of the page, and the person has not switched shortcuts off; else null. */
export function pageKey(event: KeyboardEvent): string | null {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (isComposing(event) || defaultPrevented || ctrlKey || metaKey || altKey) return null;
  if (target instanceof Element && target.closest(USES_KEYS)) return null;
  return areKeysOn() ? key : null;
}
