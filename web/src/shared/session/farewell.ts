const KEY = 'earshot.account-deleted';

/** Stores that the account was deleted, for the next page of this tab. */
export function noteFarewell(): void {
  try {
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // Without storage, the next page does not show the message.
  }
}

export function isFarewell(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

export function forgetFarewell(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}
