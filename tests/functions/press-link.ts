import { signPage } from '../../functions/src/delivery/links/link-token.ts';
import { unsubscribeKeys } from '../support/stack.ts';

/** Posts a button of the page behind a link in an email, even if the page does not show that button. */
export function pressLink(address: string, wish: string): Promise<Response> {
  const token = new URL(address).searchParams.get('token') ?? '';
  const proof = signPage(token, unsubscribeKeys());
  return fetch(address, { method: 'POST', body: new URLSearchParams({ wish, proof }) });
}
