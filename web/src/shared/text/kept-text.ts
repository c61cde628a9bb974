export interface KeptText {
  /** Null if nothing is stored. */
  read: () => string | null;
  /** Null removes the text. False if the browser refuses. */
  write: (text: string | null) => boolean;
}

/**
 * A text in `sessionStorage` (this tab) or `localStorage` (this device). A browser may refuse storage, even
 * access to these objects, and the server has none: then nothing is stored, and nothing throws.
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
