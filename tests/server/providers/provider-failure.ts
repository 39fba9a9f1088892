import { MarketProviderError } from '../../../examples/server/src/providers/market/market.types.ts';

/** Returns the provider error that the work rejects with. Throws on any other outcome. */
export async function providerFailure(work: Promise<unknown>): Promise<MarketProviderError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MarketProviderError) return error;
    throw error;
  }
  throw new Error('The call did not fail.');
}
