import { Bell, Bookmark, type LucideIcon, UserRound } from 'lucide-react';

interface MemberLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** Where signed-in people can go; the header's dropdown and the mobile menu share them. */
export const MEMBER_LINKS: readonly MemberLink[] = [
  { to: '/dashboard', label: 'Dashboard', icon: UserRound },
  { to: '/alerts', label: 'My Alerts', icon: Bell },
  { to: '/bookmarks', label: 'Bookmarks', icon: Bookmark },
];
