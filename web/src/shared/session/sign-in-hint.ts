const KEY = 'earshot.signed-in';

/** The used part of `localStorage`, whose methods can throw. Tests pass a fake. */
type HintStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Whether somebody may be signed in. Only decides whether Firebase is loaded at start; grants no access. */
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
    // Without storage nobody stays signed in after a reload.
  }
}
