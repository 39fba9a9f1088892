import { notFound, type OtherHandler, sha256Hex } from '@openbell/example-server';
import { escapeHtml, sandboxPage } from '../pages/sandbox-page.ts';
import { defineSandboxRoutes, type SandboxRoutes } from '../routes.ts';
import type { SandboxPayer, WaitingApproval, WalletSandbox } from './create-wallet-sandbox.ts';
import { priceOf } from './wallet-cycle.ts';

/** The approval page, and the page where the payer of a running subscription chooses another way to pay. */
export function walletSandboxRoutes(sandbox: WalletSandbox): SandboxRoutes {
  return defineSandboxRoutes({
    'GET /dev/wallet/approve': async (_context, { url }) => {
      const approval = await sandbox.findApproval(url.searchParams.get('ba_token') ?? '');
      if (approval === null) throw notFound();
      return approvePage(approval);
    },

    'POST /dev/wallet/approve': async (_context, call) => {
      const { form, token, approval } = await readAnswer(sandbox, call);
      const payer = payerOf(form.get('account') ?? '', form.get('funding') ?? '');
      const back =
        form.get('choice') === 'approve' ? await sandbox.approve(token, payer) : approval.hidden.cancelUrl;
      if (back === null) throw notFound();
      return seeOther(back);
    },

    'GET /dev/wallet/revise': async (_context, { url }) => {
      const approval = await sandbox.findApproval(url.searchParams.get('ba_token') ?? '');
      if (approval?.shown.status !== 'ACTIVE') throw notFound();
      return revisePage(approval);
    },

    'POST /dev/wallet/revise': async (_context, call) => {
      const { form, token, approval } = await readAnswer(sandbox, call);
      const { funding } = payerOf('', form.get('funding') ?? '');
      const back =
        form.get('choice') === 'approve' ? await sandbox.revise(token, funding) : approval.hidden.returnUrl;
      if (back === null) throw notFound();
      return seeOther(back);
    },
  });
}

/** Reads the form of a page. Throws 404 for an unknown subscription. */
async function readAnswer(
  sandbox: WalletSandbox,
  { readBytes }: Pick<Parameters<OtherHandler>[1], 'readBytes'>,
) {
  const form = new URLSearchParams(Buffer.from(await readBytes(8192)).toString('utf8'));
  const token = form.get('ba_token') ?? '';
  const approval = await sandbox.findApproval(token);
  if (approval === null) throw notFound();
  return { form, token, approval };
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

/** Derives the payer id of an account. */
function payerOf(account: string, funding: string): SandboxPayer {
  const address = account.trim().toLowerCase().slice(0, 254);
  const payerId = sha256Hex(address).slice(0, 13).toUpperCase();
  return { payerId, funding: funding === 'refuses' ? 'refuses' : 'good' };
}

const fundingSelect =
  '<label>Pay with <select name="funding"><option value="good">Balance (payments go through)</option>' +
  '<option value="refuses">Bank account (later payments are refused)</option></select></label>';

function revisePage({ hidden, plan }: WaitingApproval): Response {
  return sandboxPage(
    'Change how you pay with PayPal',
    `<p>This page simulates PayPal. No money moves.</p><p>${escapeHtml(plan.name)}</p>` +
      '<form method="post" action="/dev/wallet/revise">' +
      `<input type="hidden" name="ba_token" value="${escapeHtml(hidden.token)}">${fundingSelect}` +
      '<button class="primary" name="choice" value="approve">Agree</button>' +
      '<button class="plain" name="choice" value="cancel">Cancel</button></form>',
  );
}

function approvePage({ shown, hidden, plan }: WaitingApproval): Response {
  const price = priceOf(plan);
  const regular = plan.billing_cycles.find(({ tenure_type }) => tenure_type === 'REGULAR');
  const trial = plan.billing_cycles.find(({ tenure_type }) => tenure_type === 'TRIAL');
  const amount = `$${price.value} a ${regular?.frequency.interval_unit === 'YEAR' ? 'year' : 'month'}`;
  const terms =
    trial === undefined
      ? `${amount}, the first payment now.`
      : `${trial.frequency.interval_count} days free, then ${amount}.`;
  if (shown.status !== 'APPROVAL_PENDING') {
    return sandboxPage('Approve with PayPal', '<p>This request has been answered already.</p>');
  }
  return sandboxPage(
    'Approve with PayPal',
    `<p>This page simulates PayPal. No money moves.</p><p>${escapeHtml(plan.name)}</p><p>${escapeHtml(terms)}</p>` +
      '<form method="post" action="/dev/wallet/approve">' +
      `<input type="hidden" name="ba_token" value="${escapeHtml(hidden.token)}">` +
      '<label>PayPal account <input name="account" type="email" required ' +
      `value="${escapeHtml(shown.subscriber.email_address ?? '')}"></label>` +
      fundingSelect +
      '<button class="primary" name="choice" value="approve">Approve</button>' +
      '<button class="plain" name="choice" value="cancel" formnovalidate>Cancel</button></form>',
  );
}
