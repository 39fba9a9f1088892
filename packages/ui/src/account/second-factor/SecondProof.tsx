'use client';

import { useFactors } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { ProofForm, type ProofFormProps } from './ProofForm.tsx';

/** Asks for a proof in a dialog of another feature, with factors of its own. */
export function SecondProof(props: Omit<ProofFormProps, 'factors'>): ReactNode {
  return <ProofForm factors={useFactors()} {...props} />;
}
