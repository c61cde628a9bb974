const KEY = 'earshot.account-deleted';

/** Has the next page of this tab say that the account is deleted. */
export function noteFarewell(): void {
  try {
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // Then it is not said.
  }
}

/** Whether the account was deleted that was signed in on the page before. */
export function isFarewell(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

/** It was said. */
export function forgetFarewell(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It was not noted either.
  }
}
