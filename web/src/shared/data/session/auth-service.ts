import type { SessionUser } from './session.ts';

export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** The identity service. Methods reject with Firebase's errors, which have a `code`. */
export interface AuthService {
  /** Creates the account, signs in and sends the verification email. */
  signUp(email: string, password: string): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  /** Uses a popup, or a redirect if popups are unreliable or the popup failed. */
  signInWithGoogle(): Promise<void>;
  resetPassword(email: string): Promise<void>;
  signOut(): Promise<void>;
  resendVerification(): Promise<void>;
  /** An ID token for the server, valid for up to one hour. */
  idToken(): Promise<string>;
  /** Checks the password again, as changing it or deleting the account requires. */
  reauthenticate(password: string): Promise<void>;
  reauthenticateWithGoogle(): Promise<void>;
  changePassword(newPassword: string): Promise<void>;
  reload(): Promise<void>;
  /** Renews a token issued before the address was verified, which the server does not always accept. */
  renewOldToken(): Promise<void>;
}

export interface AuthEvents {
  /** Called when Firebase reads who is signed in, so that Firestore can be connected. */
  onStarted: () => void;
  /** Called with the first auth state and every change. */
  onUser: (user: SessionUser | null) => void;
  /** Called before the first auth state if a sign-in by redirect has failed. */
  onRedirectFailure: (failure: unknown) => void;
}

/** Loads the identity service; resolves after the first call of `onUser`. */
export type StartAuth = (events: AuthEvents) => Promise<AuthService>;
