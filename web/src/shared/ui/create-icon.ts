import { createElement, type ReactNode, type SVGProps } from 'react';

/** The icon format of lucide-react's modules. */
interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'>;

/** Replaces lucide-react's `createLucideIcon`, whose unused features take 1 kB. */
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
