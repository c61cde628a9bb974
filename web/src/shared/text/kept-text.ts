/** A text that the browser keeps under a key of its storage. */
export interface KeptText {
  /** Null if there is none. */
  read: () => string | null;
  /** Null removes it. False if the browser refuses. */
  write: (text: string | null) => boolean;
}

/**
 * A text in `sessionStorage` (of this tab) or `localStorage` (of this device). A browser may refuse storage, even
 * the access to these two, and the server has none: then nothing is kept, and nothing throws.
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
