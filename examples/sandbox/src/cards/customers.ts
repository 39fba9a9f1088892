import type { Handler } from './call.ts';
import { newId, randomText } from './ids.ts';

export const createCustomer: Handler = async ({ store, params, now }) => {
  const customer = await store.put('customer', {
    id: newId('customer'),
    object: 'customer',
    balance: 0,
    created: now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.text('description') ?? null,
    email: params.text('email') ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: params.metadata() ?? {},
    name: params.text('name') ?? null,
    phone: params.text('phone') ?? null,
    shipping: null,
  });
  await store.emit('customer.created', customer);
  return customer;
};

export const retrieveCustomer: Handler = ({ store, id }) => store.get('customer', id);

export const updateCustomer: Handler = async ({ store, params, id }) => {
  const before = await store.get('customer', id);
  const settings = params.child('invoice_settings');
  const card = settings.text('default_payment_method');
  if (card !== undefined) await store.get('payment_method', card, 'invoice_settings[default_payment_method]');
  const customer = await store.put('customer', {
    ...before,
    description: params.text('description') ?? before.description,
    email: params.text('email') ?? before.email,
    name: params.text('name') ?? before.name ?? null,
    phone: params.text('phone') ?? before.phone ?? null,
    metadata: { ...before.metadata, ...params.metadata() },
    invoice_settings:
      card === undefined
        ? before.invoice_settings
        : { ...before.invoice_settings, default_payment_method: card },
  });
  await store.emit('customer.updated', customer);
  return customer;
};
