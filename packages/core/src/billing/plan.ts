import type { Gateway, Program, Term } from '../contract/index.ts';

/** What a person has chosen on the pricing card. */
export interface PlanChoice {
  readonly programId: number | null;
  readonly term: Term;
  readonly gateway: Gateway;
}

/** Nothing chosen, monthly, by card. */
export const INITIAL_PLAN: PlanChoice = { programId: null, term: 1, gateway: 'stripe' };

/** Every way to pay, in the order in which a page offers them. */
export const GATEWAYS: readonly Gateway[] = ['stripe', 'paypal'];

/** The plan with a gateway that the site offers: the first one in place of any other. */
export function withOfferedGateway(plan: PlanChoice, offered: readonly Gateway[]): PlanChoice {
  const [first] = offered;
  return first === undefined || offered.includes(plan.gateway) ? plan : { ...plan, gateway: first };
}

/** Free days when the backend does not say. */
export const DEFAULT_TRIAL_DAYS = 7;

/**
 * Chooses a term. Changing to yearly switches the gateway to paypal; choosing the same term again
 * changes nothing, so a gateway that was toggled back by hand stays.
 */
export function chooseTerm(plan: PlanChoice, term: Term): PlanChoice {
  if (term === plan.term) return plan;
  return { ...plan, term, gateway: term === 2 ? 'paypal' : plan.gateway };
}

export function chooseGateway(plan: PlanChoice, gateway: Gateway): PlanChoice {
  return gateway === plan.gateway ? plan : { ...plan, gateway };
}

export function chooseProgram(plan: PlanChoice, programId: number | null): PlanChoice {
  return programId === plan.programId ? plan : { ...plan, programId };
}

/** What the chosen plan costs. */
export interface PlanQuote {
  readonly program: Program;
  readonly term: Term;
  /** Free days before the first charge; 0 for somebody who has had a plan before. */
  readonly trialDays: number;
  /**
   * Dollars to pay today. A free trial is one for a card or wallet as well, which is not known before it has paid: one
   * that has had its trial pays `price` today, and a page has to say so before somebody does.
   */
  readonly today: number;
  /** Dollars at each renewal. */
  readonly price: number;
  /** When the first charge after today happens, in milliseconds since the epoch. */
  readonly nextChargeAt: number;
}

/**
 * The price of a choice: free for the trial, then monthly or yearly. Null while no known program
 * is chosen. The trial is for a first plan only, so `hadPlan` takes it away.
 */
export function quotePlan(
  plan: PlanChoice,
  programs: readonly Program[],
  now: number,
  hadPlan: boolean,
): PlanQuote | null {
  const program = programs.find(({ id }) => id === plan.programId);
  if (program === undefined) return null;
  const price = plan.term === 1 ? program.monthly_price : program.yearly_price;
  const trialDays = hadPlan ? 0 : Math.max(0, program.trial_days ?? DEFAULT_TRIAL_DAYS);
  return {
    program,
    term: plan.term,
    trialDays,
    today: trialDays > 0 ? 0 : price,
    price,
    nextChargeAt: trialDays > 0 ? now + trialDays * 86_400_000 : addMonths(now, plan.term === 1 ? 1 : 12),
  };
}

/** The same day some months later in UTC, or that month's last day (31 January and a month is 28 or 29 February). */
export function addMonths(instant: number, months: number): number {
  const date = new Date(instant);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, last));
}
