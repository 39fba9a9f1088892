import {
  createPaypalWallet,
  type PaymentSandboxParts,
  type RunningSandboxService,
  type WalletProvider,
} from '@openbell/example-server';
import { startWalletSandbox, type WalletSandbox } from './create-wallet-sandbox.ts';
import { walletSandboxRoutes } from './wallet-sandbox.routes.ts';

/** Starts the PayPal sandbox and connects the server's PayPal client to it. */
export async function openWallet(
  parts: PaymentSandboxParts,
): Promise<{ readonly sandbox: WalletSandbox; readonly service: RunningSandboxService<WalletProvider> }> {
  const sandbox = await startWalletSandbox(parts);
  const { apiUrl, clientId, secret, key } = sandbox.access;
  const now = () => parts.clock.now();
  const provider = createPaypalWallet({ apiUrl, clientId, secret, webhookId: key.webhookId, now });
  return { sandbox, service: { provider, routes: walletSandboxRoutes(sandbox), stop: () => sandbox.stop() } };
}
