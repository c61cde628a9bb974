export interface Icon {
  file: string;
  size: number;
  purpose: 'any' | 'maskable';
}

/** Systems without manifest support use the 180-pixel icon, and crop it to their own shape. */
export const ICONS: readonly Icon[] = [
  { file: 'icons/icon-192.png', size: 192, purpose: 'any' },
  { file: 'icons/icon-512.png', size: 512, purpose: 'any' },
  { file: 'icons/maskable-512.png', size: 512, purpose: 'maskable' },
  { file: 'icons/apple-touch-icon.png', size: 180, purpose: 'maskable' },
];

export function webManifest(name: string): object {
  return {
    name,
    short_name: name,
    description: 'Search recent podcast episodes by keyword, and be told of new ones.',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#faf8f4',
    theme_color: '#faf8f4',
    icons: ICONS.filter(({ size }) => size >= 192).map(({ file, size, purpose }) => ({
      src: `/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  };
}
