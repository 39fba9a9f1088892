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
