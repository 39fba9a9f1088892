'use client';

import type { ReactNode } from 'react';
import { Button, LazyPlace, lazyPart, Spinner } from '../../primitives/index.ts';
import type { SecondStepFormProps } from './SecondStepForm.tsx';

const secondStepForm = lazyPart(() => import('./SecondStepForm.tsx'));

/** Asks for the code of a sign-in. Its code is loaded on demand, because most sign-ins need none. */
export function SecondStep(props: SecondStepFormProps): ReactNode {
  return (
    <LazyPlace
      part={secondStepForm}
      waiting={<Spinner />}
      action={<Button onClick={props.onBack}>{props.backLabel}</Button>}
    >
      {({ SecondStepForm }) => <SecondStepForm {...props} />}
    </LazyPlace>
  );
}
