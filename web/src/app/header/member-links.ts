import { Bell, Bookmark, type LucideIcon, Send, UserRound } from 'lucide-react';

interface MemberLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

export const MEMBER_LINKS: readonly MemberLink[] = [
  { to: '/dashboard', label: 'Dashboard', icon: UserRound },
  { to: '/alerts', label: 'My Alerts', icon: Bell },
  { to: '/bookmarks', label: 'Bookmarks', icon: Bookmark },
  { to: '/delivery', label: 'Email & channels', icon: Send },
];
