// The fields of plain HTML forms.
import type { TextFields } from '../../shared/form-input.ts';
import type { CardForm } from '../cards/card-setup.ts';
import { chooseGateway, chooseProgram, chooseTerm, type PlanChoice } from '../plan.ts';

/** The choice of a form: its fields `program` and `term`, and `gateway` where it has one. */
export function choosePlan(plan: PlanChoice, field: TextFields): PlanChoice {
  const programId = Number(field('program')) || null;
  const chosen = chooseTerm(chooseProgram(plan, programId), field('term') === '2' ? 2 : 1);
  const gateway = field('gateway');
  return gateway === 'stripe' || gateway === 'paypal' ? chooseGateway(chosen, gateway) : chosen;
}

/** The card of a form: its fields `number`, `expiry` and `cvc`. */
export function cardForm(field: TextFields): CardForm {
  return { kind: 'fields', number: field('number'), expiry: field('expiry'), cvc: field('cvc') };
}
