'use client';

import type { FirstStepState } from '@openbell/core/profile';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type LinkComponent, PlainLink, useTexts } from '../primitives/index.ts';

export interface FirstStepsProps {
  /** From `useFirstSteps()`. Without steps, nothing is rendered. */
  steps: readonly FirstStepState[];
  /** The page of each step. */
  hrefOf: (step: FirstStepState['step']) => string;
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

/** A new member's next steps, each a link until it is done. */
export function FirstSteps({ steps, hrefOf, link: Link = PlainLink }: FirstStepsProps): ReactNode {
  const text = useTexts();
  const titleId = useId();
  if (steps.length === 0) return null;
  return (
    <section className="ob-first-steps" aria-labelledby={titleId}>
      <h2 id={titleId}>{text('shell.firstSteps')}</h2>
      <ol>
        {steps.map(({ step, isDone, isOpen }) => (
          <li key={step} data-status={isDone ? 'done' : isOpen ? 'open' : 'later'}>
            <span className="ob-first-steps-mark" aria-hidden="true">
              {isDone ? <Check size={14} /> : null}
            </span>
            <span className="ob-first-steps-words">
              {isDone || !isOpen ? (
                <strong>{text(`shell.firstStep.${step}`)}</strong>
              ) : (
                <Link className="ob-link" href={hrefOf(step)}>
                  {text(`shell.firstStep.${step}`)}
                </Link>
              )}
              <span>{isDone ? text('shell.firstStepDone') : hintOf(text, step, isOpen)}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function hintOf(text: ReturnType<typeof useTexts>, step: FirstStepState['step'], isOpen: boolean): string {
  return text(isOpen ? `shell.firstStepHint.${step}` : 'shell.firstStepLater');
}
