import { type RefObject, useEffect } from 'react';
import { PAGE_KEY } from '#shared/page/show-keys.ts';

/** A key presses the control of the focused row that has this attribute, or that contains the button. */
const CONTROLS: Record<string, string> = {
  o: '[data-open]',
  p: '.episode-play',
  b: '[aria-pressed]',
  e: '[data-read]',
};

/** Menus find their items by letters, and the player has its own keys. */
const OWN_KEYS = '[data-player], [role=menu]';

/** Moves between the rows (`data-row`) of a list and presses their controls. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | undefined;

    function press(event: Event) {
      const key = event instanceof CustomEvent ? String(event.detail) : '';
      if (document.activeElement?.closest(OWN_KEYS)) return;
      if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
      else if (CONTROLS[key] === undefined || !control(CONTROLS[key])) return;
      event.preventDefault();
    }

    const rowsIn = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];

    function move(step: number) {
      const rows = rowsIn();
      const focused = document.activeElement?.closest('[data-row]') ?? last;
      const at = rows.findIndex((row) => row === focused);
      const row = at === -1 ? firstInView(rows) : rows[at + step];
      if (row) focus(row);
      // After the last row, the button for older ones.
      else if (step > 0) list.current?.querySelector<HTMLElement>('[data-more]')?.focus();
    }

    function focus(row: HTMLElement) {
      last = row;
      (row.querySelector<HTMLElement>('[data-open]') ?? row).focus({ preventScroll: true });
      row.scrollIntoView({ block: 'nearest' });
    }

    /** Returns false if no row is focused or the row has no such control. */
    function control(selector: string): boolean {
      const row = document.activeElement?.closest<HTMLElement>('[data-row]');
      const element = row?.querySelector<HTMLElement>(selector);
      element?.click();
      return element !== null && element !== undefined;
    }

    addEventListener(PAGE_KEY, press);
    return () => removeEventListener(PAGE_KEY, press);
  }, [list]);
}

function firstInView(rows: readonly HTMLElement[]): HTMLElement | undefined {
  return rows.find((row) => row.getBoundingClientRect().top >= 0) ?? rows[0];
}
