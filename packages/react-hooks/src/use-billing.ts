'use client';

import { useStore } from '@nanostores/react';
import type { Billing, EnrolmentState, PlanChoice, PlanQuote, ProgramsState } from '@openbell/core/billing';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useBilling}. */
export interface BillingBinding
  extends Pick<
    Billing,
    | 'cardSetup'
    | 'gateways'
    | 'loadPrograms'
    | 'chooseProgram'
    | 'chooseTerm'
    | 'chooseGateway'
    | 'enroll'
    | 'mountCard'
    | 'confirmCard'
    | 'closeCard'
    | 'awaitSubscription'
    | 'reset'
  > {
  readonly programs: ProgramsState;
  readonly plan: PlanChoice;
  readonly quote: PlanQuote | null;
  readonly enrolment: EnrolmentState;
}

/** Returns the state and actions of choosing and paying for a plan. Loads the programs, and polls while mounted. */
export function useBilling(instance?: Billing): BillingBinding {
  const billing = useFeature(instance, (openbell) => openbell.billing);
  const programs = useStore(billing.$programs);
  const plan = useStore(billing.$plan);
  const quote = useStore(billing.$quote);
  const enrolment = useStore(billing.$enrolment);
  useEffect(() => {
    const stop = billing.start();
    if (billing.$programs.get().status !== 'loaded') void billing.loadPrograms();
    return stop;
  }, [billing]);
  return { ...billing, programs, plan, quote, enrolment };
}

/** The result of {@link useEnrolment}, for pages that wait for a payment made elsewhere. */
export interface EnrolmentBinding extends Pick<Billing, 'awaitSubscription' | 'reset'> {
  readonly enrolment: EnrolmentState;
}

/** Returns the state of an enrollment without loading the plans. Polls while mounted. */
export function useEnrolment(instance?: Billing): EnrolmentBinding {
  const billing = useFeature(instance, (openbell) => openbell.billing);
  const enrolment = useStore(billing.$enrolment);
  useEffect(() => billing.start(), [billing]);
  const { awaitSubscription, reset } = billing;
  return { enrolment, awaitSubscription, reset };
}
