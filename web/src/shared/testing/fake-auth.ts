import type { AuthService } from '#shared/data/session/auth-service.ts';

const unused = () => Promise.reject(new Error('not used here'));

export function fakeAuth(parts: Partial<AuthService>): AuthService {
  return {
    signUp: unused,
    signIn: unused,
    signInWithGoogle: unused,
    resetPassword: unused,
    signOut: unused,
    resendVerification: unused,
    idToken: unused,
    reauthenticate: unused,
    reauthenticateWithGoogle: unused,
    changePassword: unused,
    reload: unused,
    renewOldToken: unused,
    ...parts,
  };
}
