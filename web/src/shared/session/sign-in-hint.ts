const KEY = 'earshot.signed-in';

/** Where the hint is kept; a browser may refuse storage altogether. */
type HintStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Whether this device has somebody signed in, or on the way back from signing in elsewhere. Only a
 * hint: it decides whether Firebase is loaded at start-up, never what anyone may see.
 */
export function hasSignInHint(storage: HintStorage = localStorage): boolean {
  try {
    return storage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

export function setSignInHint(signedIn: boolean, storage: HintStorage = localStorage): void {
  try {
    if (signedIn) storage.setItem(KEY, 'yes');
    else storage.removeItem(KEY);
  } catch {
    // Without storage nobody stays signed in across loads either.
  }
}
