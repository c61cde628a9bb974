import { createElement, type ReactNode, type SVGProps } from 'react';

/** What lucide-react's modules say of an icon. */
interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'>;

/**
 * Makes an icon's component, in place of lucide-react's own `createLucideIcon`: that one weighs a
 * kilobyte and serves what no page here asks for (contexts, sizes, aliases, class names).
 */
export default function createIcon({ node }: IconData): (props: IconProps) => ReactNode {
  return function Icon({ strokeWidth = 2, ...props }) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
