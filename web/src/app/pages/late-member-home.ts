import { latePart } from '#shared/loading/late-part.tsx';

const load = () => import('./member-home.tsx');

/** Lazy, so that visitors do not load it. */
export const MemberHome = latePart(load, 'MemberHome');

/** Loads what a member's home shows, while it is not yet known who is signed in. */
export async function preloadMemberHome(): Promise<void> {
  await MemberHome.preload();
  await (await load()).preloadParts();
}
