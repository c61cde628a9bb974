import { useEffect } from 'react';
import { isComposing } from '#shared/ui/is-composing.ts';

/**
 * Hides the tooltip of an icon button (styles.css) on Escape, as WCAG 1.4.13 requires. Tooltips return when the
 * pointer or the focus moves to another element.
 */
export function useDismissibleTips(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    function dismiss(event: KeyboardEvent) {
      if (event.key === 'Escape' && !isComposing(event)) dataset['tips'] = 'off';
    }
    function allow() {
      delete dataset['tips'];
    }
    document.addEventListener('keydown', dismiss);
    document.addEventListener('focusin', allow);
    document.addEventListener('pointerover', allow);
    return () => {
      document.removeEventListener('keydown', dismiss);
      document.removeEventListener('focusin', allow);
      document.removeEventListener('pointerover', allow);
      allow();
    };
  }, []);
}
