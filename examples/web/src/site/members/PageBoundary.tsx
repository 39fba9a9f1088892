import { Component, type ReactElement } from 'react';
import type { Location } from 'react-router';

interface PageBoundaryProps {
  readonly location: Location;
  /** Shown instead of a page that throws. */
  readonly failure: ReactElement;
  readonly children: ReactElement;
}

interface PageBoundaryState {
  readonly location: Location;
  readonly hasFailed: boolean;
}

/** Shows an error in place of a page that throws, until the next navigation. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { location: this.props.location, hasFailed: false };

  static getDerivedStateFromError(): Partial<PageBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { location }: PageBoundaryProps,
    state: PageBoundaryState,
  ): PageBoundaryState | null {
    return location === state.location ? null : { location, hasFailed: false };
  }

  override render(): ReactElement {
    return this.state.hasFailed ? this.props.failure : this.props.children;
  }
}
