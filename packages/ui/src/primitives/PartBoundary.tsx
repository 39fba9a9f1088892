'use client';

import { Component, type ReactNode } from 'react';
import { ErrorState } from './States.tsx';
import { useTexts } from './texts.tsx';
import { wrapText } from './wrap-text.tsx';

export interface PartBoundaryProps {
  /** Another value, for example of the next page or chat, renders the part again after an error. */
  of?: string | number | null | undefined;
  /** Shown in place of a part that throws; an error with Retry by default. */
  failure?: ReactNode;
  children: ReactNode;
}

/** @inline */
interface PartBoundaryState {
  readonly of: PartBoundaryProps['of'];
  readonly hasFailed: boolean;
}

/** Limits an error to a part of a page. In its place is `failure`, or an error with Retry, which renders the part again. */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { of: this.props.of, hasFailed: false };

  static getDerivedStateFromError(): Partial<PartBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { of }: PartBoundaryProps,
    state: PartBoundaryState,
  ): PartBoundaryState | null {
    return of === state.of ? null : { of, hasFailed: false };
  }

  override render(): ReactNode {
    const { children, failure } = this.props;
    if (!this.state.hasFailed) return wrapText(children);
    return wrapText(failure) ?? <PartFailed onRetry={() => this.setState({ hasFailed: false })} />;
  }
}

function PartFailed({ onRetry }: { onRetry: () => void }): ReactNode {
  return <ErrorState title={useTexts()('shell.partFailed')} onRetry={onRetry} />;
}
