import { type Config, isReal } from '../../config.ts';
import type { OtherRoutes } from '../../http/other-route.ts';
import { absentWallet } from './absent-wallet.ts';
import { createPaypalWallet } from './paypal-wallet.ts';
import {
  startWalletSandbox,
  type WalletSandbox,
  type WalletSandboxOptions,
} from './sandbox/create-wallet-sandbox.ts';
import { walletSandboxRoutes } from './sandbox/wallet-sandbox.routes.ts';
import type { WalletProvider } from './wallet.types.ts';

/** The wallet that the environment chose, and what goes with it. */
export interface Wallet {
  readonly provider: WalletProvider;
  /** The sandbox's own pages; empty with the real provider. */
  readonly routes: OtherRoutes;
  /** The stand-in; null with the real provider. */
  readonly sandbox: WalletSandbox | null;
  /** Stops the stand-in, if there is one. */
  stop(): Promise<void>;
}

/** PayPal, or the same code against the stand-in of PayPal's API, or a provider that refuses every call when it is off. */
export async function openWallet(
  config: Pick<Config, 'paypal'>,
  options: WalletSandboxOptions,
): Promise<Wallet> {
  const now = () => options.clock.now();
  if (config.paypal !== 'sandbox') {
    return {
      provider: isReal(config.paypal) ? createPaypalWallet({ ...config.paypal, now }) : absentWallet,
      routes: {},
      sandbox: null,
      stop: async () => undefined,
    };
  }
  const sandbox = await startWalletSandbox(options);
  const { apiUrl, clientId, secret, key } = sandbox.access;
  return {
    provider: createPaypalWallet({ apiUrl, clientId, secret, webhookId: key.webhookId, now }),
    routes: walletSandboxRoutes(sandbox),
    sandbox,
    stop: () => sandbox.stop(),
  };
}
