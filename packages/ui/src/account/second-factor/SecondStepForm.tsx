'use client';

import type { ReactNode } from 'react';
import { FactorCodeForm, type FactorCodeFormProps } from './FactorCodeForm.tsx';
import { useFactorTexts } from './use-factor-texts.ts';

export type SecondStepFormProps = Omit<FactorCodeFormProps, 'title'>;

/** The second step of a sign-in. */
export function SecondStepForm(props: SecondStepFormProps): ReactNode {
  const text = useFactorTexts();
  return <FactorCodeForm title={text('factors.stepTitle')} {...props} />;
}
