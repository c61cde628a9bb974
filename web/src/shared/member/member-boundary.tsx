import { Component, type ReactNode } from 'react';

interface MemberBoundaryProps {
  children: ReactNode;
  failed: ReactNode;
}

/** Keeps what goes wrong inside a part for members (a chunk that does not load, too) from the page. */
export class MemberBoundary extends Component<MemberBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.failed : this.props.children;
  }
}
