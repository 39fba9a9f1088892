import { type Handler, listOf, readPaging } from './call.ts';
import { invalid } from './problems.ts';

export const retrievePaymentMethod: Handler = ({ store, id }) => store.get('payment_method', id);

export const attachPaymentMethod: Handler = async ({ store, params, id }) => {
  const method = await store.get('payment_method', id);
  const customer = params.required('customer');
  await store.get('customer', customer, 'customer');
  if (method.customer === customer) return method;
  if (method.customer !== null) {
    throw invalid('The payment method you provided has already been attached to a customer.', {
      code: 'resource_already_exists',
      param: 'payment_method',
    });
  }
  const attached = await store.put('payment_method', { ...method, customer }, { parent: customer });
  await store.emit('payment_method.attached', attached);
  return attached;
};

export const listPaymentMethods: Handler = async ({ store, params }) => {
  const customer = params.required('customer');
  params.oneOf('type', ['card']);
  await store.get('customer', customer, 'customer');
  const page = await store.list('payment_method', { parent: customer, ...readPaging(params) });
  return listOf('/v1/payment_methods', page.data, page.hasMore);
};
