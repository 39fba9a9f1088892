import { type Gateway, isServerId, type Program, type Term } from '../contract/index.ts';

/** The plan that is chosen on the pricing card. */
export interface PlanChoice {
  readonly programId: number | null;
  readonly term: Term;
  readonly gateway: Gateway;
}

/** Nothing chosen, monthly, by card. */
export const INITIAL_PLAN: PlanChoice = { programId: null, term: 1, gateway: 'stripe' };

/** All payment methods, in display order. */
export const GATEWAYS: readonly Gateway[] = ['stripe', 'paypal'];

/** Returns the plan with a gateway that the site offers: its own, else the first one. */
export function withOfferedGateway(plan: PlanChoice, offered: readonly Gateway[]): PlanChoice {
  const [first] = offered;
  return first === undefined || offered.includes(plan.gateway) ? plan : { ...plan, gateway: first };
}

/** Free days when the backend does not send `trial_days`. */
export const DEFAULT_TRIAL_DAYS = 7;

/** Chooses a term. Changing to yearly switches the gateway to paypal; the same term changes nothing. */
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

/** The price of the chosen plan. */
export interface PlanQuote {
  readonly program: Program;
  readonly term: Term;
  /** Free days before the first charge; 0 for a member who has had a plan before. */
  readonly trialDays: number;
  /**
   * Dollars to pay today. A card or wallet that has had its trial already pays `price` instead, which the server finds out
   * when it pays; say so on the page.
   */
  readonly today: number;
  /** Dollars at each renewal. */
  readonly price: number;
  /** When the first charge after today happens, in milliseconds since the epoch. */
  readonly nextChargeAt: number;
}

/**
 * The price of a plan: free for the trial, then monthly or yearly. Null while no known program is chosen, and for one
 * without an id or a price for the term, which cannot be bought.
 *
 * @param member `now` in milliseconds since the epoch; `hadPlan` removes the trial, which is for a first plan only.
 */
export function quotePlan(
  plan: PlanChoice,
  programs: readonly Program[],
  { now, hadPlan }: { readonly now: number; readonly hadPlan: boolean },
): PlanQuote | null {
  const program = programs.find(({ id }) => id === plan.programId);
  const price = plan.term === 1 ? program?.monthly_price : program?.yearly_price;
  if (program === undefined || typeof price !== 'number' || !isServerId(program.id)) return null;
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
