export interface KeptText {
  /** Null if nothing is stored. */
  read: () => string | null;
  /** Stores the text; null removes it. Returns false if the browser refuses. */
  write: (text: string | null) => boolean;
}

/**
 * A text in `sessionStorage` (this tab) or `localStorage` (this device). On the server, or if the browser refuses
 * even access to these objects, nothing is stored and nothing throws.
 */
export function keptText(where: 'sessionStorage' | 'localStorage', key: string): KeptText {
  return {
    read() {
      try {
        return globalThis[where].getItem(key);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        if (text === null) globalThis[where].removeItem(key);
        else globalThis[where].setItem(key, text);
        return true;
      } catch {
        return false;
      }
    },
  };
}
