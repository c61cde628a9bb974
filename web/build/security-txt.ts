/** RFC 9116 recommends that the file expire in less than a year. */
const VALID_DAYS = 360;

export function securityTxt(
  { url, supportEmail }: { url: string; supportEmail: string },
  builtAtMs: number,
): string {
  const expires = new Date(builtAtMs + VALID_DAYS * 86_400_000);
  return [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${url}/.well-known/security.txt`,
    '',
  ].join('\n');
}
