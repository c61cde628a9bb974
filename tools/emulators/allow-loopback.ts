const LOCAL = 'http://127.0.0.1:* http://localhost:*';

/** What pages of a local run reach on other ports: the emulators, and the covers and sounds of the samples. */
const DIRECTIVES = ['connect-src', 'img-src', 'media-src'];

/** A content security policy that lets pages reach this machine too; everything else in it stays. */
export function allowLoopback(policy: string): string {
  return policy
    .split('; ')
    .map((directive) =>
      DIRECTIVES.some((name) => directive.startsWith(`${name} `))
        ? `${directive} ${LOCAL}`
        : directive,
    )
    .join('; ');
}
