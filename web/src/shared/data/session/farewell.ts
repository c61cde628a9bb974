import { keptText } from '#shared/text/kept-text.ts';

const kept = keptText('sessionStorage', 'earshot.account-deleted');

export function noteFarewell(): void {
  kept.write('yes');
}

export function isFarewell(): boolean {
  return kept.read() === 'yes';
}

export function forgetFarewell(): void {
  kept.write(null);
}
