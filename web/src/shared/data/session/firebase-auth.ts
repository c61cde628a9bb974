import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getRedirectResult,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  updatePassword,
  type User,
} from 'firebase/auth';
import { firebaseApp } from '#shared/data/firebase/firebase-app.ts';
import { localEmulators } from '#shared/data/firebase/local-emulators.ts';
import { keptText } from '#shared/text/kept-text.ts';
import { type AuthEvents, type AuthService, errorCode } from './auth-service.ts';
import { unsubscribeBrowser } from '#shared/page/push-subscription.ts';
import { prefersRedirect, surroundings } from './prefers-redirect.ts';
import type { SessionUser } from './session.ts';
import { setSignInHint } from './sign-in-hint.ts';
import { noteSignedUp } from './signed-up-here.ts';

/** A token that only the Auth emulator accepts. Replaces Google's popup, whose script needs the internet. */
function localGoogleToken(known?: string): string {
  const email =
    known ?? window.prompt('Email address of the local Google account', 'ada@example.com');
  if (!email) throw Object.assign(new Error('cancelled'), { code: 'auth/popup-closed-by-user' });
  return JSON.stringify({ sub: `google-${email}`, email, email_verified: true });
}

/** Set while the person is at Google. Unless this is set, a return from Google is not completed. */
const redirecting = keptText('sessionStorage', 'earshot.redirecting');
const NO_RESULT = 'Google did not sign you in. Please try again, or use your email and password.';
const POPUP_FAILED = ['auth/popup-blocked', 'auth/popup-closed-by-user'];

export async function startAuth(events: AuthEvents): Promise<AuthService> {
  const { onStarted, onUser, onRedirectFailure } = events;
  const auth = await connect();
  onStarted();
  await completeRedirect(auth).catch(onRedirectFailure);
  let first = true;
  await new Promise<void>((resolve) => {
    // `onAuthStateChanged` does not report that an address was verified; a new ID token does.
    onIdTokenChanged(auth, (user) => {
      onUser(user && sessionUser(user));
      if (first) resolve();
      first = false;
    });
  });
  return service(auth, onUser);
}

async function connect(): Promise<Auth> {
  // No popup resolver: it would load Google's script on every page in mobile browsers.
  const auth = initializeAuth(await firebaseApp(), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  const emulators = localEmulators();
  if (emulators) connectAuthEmulator(auth, emulators.auth, { disableWarnings: true });
  return auth;
}

async function completeRedirect(auth: Auth): Promise<void> {
  if (redirecting.read() === null) return;
  redirecting.write(null);
  const result = await getRedirectResult(auth, browserPopupRedirectResolver);
  if (result === null && auth.currentUser === null) throw new Error(NO_RESULT);
}

function googleProvider(): GoogleAuthProvider {
  const provider = new GoogleAuthProvider();
  provider.addScope('email');
  provider.addScope('profile');
  provider.setCustomParameters({ prompt: 'select_account' });
  return provider;
}

async function leaveForGoogle(auth: Auth): Promise<void> {
  if (!redirecting.write('yes')) throw new Error('The browser refuses storage');
  setSignInHint(true);
  try {
    await signInWithRedirect(auth, googleProvider(), browserPopupRedirectResolver);
  } catch (error) {
    redirecting.write(null);
    setSignInHint(auth.currentUser !== null);
    throw error;
  }
}

async function signInWithGoogle(auth: Auth): Promise<void> {
  if (localEmulators()) {
    await signInWithCredential(auth, GoogleAuthProvider.credential(localGoogleToken()));
    return;
  }
  if (prefersRedirect(surroundings())) return leaveForGoogle(auth);
  try {
    await signInWithPopup(auth, googleProvider(), browserPopupRedirectResolver);
  } catch (error) {
    if (!POPUP_FAILED.includes(errorCode(error) ?? '')) throw error;
    await leaveForGoogle(auth);
  }
}

function service(auth: Auth, onUser: AuthEvents['onUser']): AuthService {
  return {
    async signUp(email, password) {
      const { user } = await createUserWithEmailAndPassword(auth, email, password);
      noteSignedUp(user.uid);
      // Ignores a failure, because the account exists already, and the dashboard can send the email again.
      await sendEmailVerification(user).catch(() => undefined);
    },
    async signIn(email, password) {
      await signInWithEmailAndPassword(auth, email, password);
    },
    signInWithGoogle: () => signInWithGoogle(auth),
    resetPassword: (email) => sendPasswordResetEmail(auth, email),
    async signOut() {
      // The next person at this browser must not see the notifications.
      await unsubscribeBrowser();
      await signOut(auth);
    },
    resendVerification: () => sendEmailVerification(signedIn(auth)),
    idToken: () => signedIn(auth).getIdToken(),
    async reauthenticate(password) {
      const user = signedIn(auth);
      const credential = EmailAuthProvider.credential(user.email ?? '', password);
      await reauthenticateWithCredential(user, credential);
    },
    async reauthenticateWithGoogle() {
      const user = signedIn(auth);
      if (localEmulators()) {
        const credential = GoogleAuthProvider.credential(localGoogleToken(user.email ?? ''));
        await reauthenticateWithCredential(user, credential);
      } else {
        await reauthenticateWithPopup(user, googleProvider(), browserPopupRedirectResolver);
      }
    },
    changePassword: (newPassword) => updatePassword(signedIn(auth), newPassword),
    async renewOldToken() {
      const user = signedIn(auth);
      const { claims } = await user.getIdTokenResult();
      if (user.emailVerified && claims['email_verified'] !== true) await user.getIdToken(true);
    },
    async reload() {
      const user = signedIn(auth);
      await user.reload();
      await user.getIdToken(true);
      onUser(sessionUser(user));
    },
  };
}

function signedIn(auth: Auth): User {
  if (!auth.currentUser) throw new Error('nobody is signed in');
  return auth.currentUser;
}

function sessionUser(user: User): SessionUser {
  const createdAtMs = Date.parse(user.metadata.creationTime ?? '');
  return {
    uid: user.uid,
    email: user.email ?? '',
    emailVerified: user.emailVerified,
    createdAtMs: Number.isNaN(createdAtMs) ? null : createdAtMs,
    providers: user.providerData.map(({ providerId }) => providerId),
  };
}
