/** The member's second factors: authenticator app, recovery codes, proofs. */
export { type FactorTextCode, factorTexts } from '../catalogue/factors.ts';
export { createFactors } from './create-factors.ts';
export type { Factors, FactorsError, FactorsOptions, FactorsState } from './factors.types.ts';
