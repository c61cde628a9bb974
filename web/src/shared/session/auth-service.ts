import type { SessionUser } from './session.ts';

/** Firebase's code of an error ("auth/popup-blocked"), or null for any other error. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** What the identity service can do for a person. Failures are Firebase's own errors, with `code`. */
export interface AuthService {
  /** Creates the account, signs in and sends the verification email. */
  signUp(email: string, password: string): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  /** In a popup or, where that cannot work or did not, by leaving the page and coming back. */
  signInWithGoogle(): Promise<void>;
  resetPassword(email: string): Promise<void>;
  signOut(): Promise<void>;
  resendVerification(): Promise<void>;
  /** A token that proves to the server who is signed in, good for up to an hour. */
  idToken(): Promise<string>;
  /** Proves once more who is there, as changing a password and deleting an account demand. */
  reauthenticate(password: string): Promise<void>;
  reauthenticateWithGoogle(): Promise<void>;
  changePassword(newPassword: string): Promise<void>;
  /** Asks for the account as it is now: verified meanwhile, for example. */
  reload(): Promise<void>;
}

/** What the identity service tells while it runs. */
export interface AuthEvents {
  /** Called with the first auth state and every later one. */
  onUser: (user: SessionUser | null) => void;
  /** Called before the first auth state when coming back from Google's page ended in a failure. */
  onRedirectFailure: (failure: unknown) => void;
}

/** Loads the identity service; done once the first auth state has been told. */
export type StartAuth = (events: AuthEvents) => Promise<AuthService>;
