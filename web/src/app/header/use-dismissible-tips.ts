import { useEffect } from 'react';

/**
 * Lets the Escape key put away the tip of an icon button (styles.css), which may cover something.
 * Tips come back as soon as the pointer or the focus moves to another element.
 */
export function useDismissibleTips(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    function dismiss({ key }: KeyboardEvent) {
      if (key === 'Escape') dataset['tips'] = 'off';
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
