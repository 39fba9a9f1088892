import { type Handler, listOf, readPaging } from './call.ts';
import { newId } from './ids.ts';
import type { PriceObject } from './objects.ts';
import { invalid } from './problems.ts';

export const createProduct: Handler = async ({ store, params, now }) => {
  const id = params.text('id') ?? newId('product');
  if ((await store.find('product', id)) !== undefined) {
    throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  const product = await store.put('product', {
    id,
    object: 'product',
    active: true,
    created: now,
    description: params.text('description') ?? null,
    images: [],
    livemode: false,
    metadata: params.metadata() ?? {},
    name: params.required('name'),
    updated: now,
  });
  await store.emit('product.created', product);
  return product;
};

export const createPrice: Handler = async ({ store, params, now }) => {
  const lookup = params.text('lookup_key') ?? null;
  const product = params.required('product');
  await store.get('product', product, 'product');
  if (lookup !== null && (await store.list('price', { lookups: [lookup], limit: 1 })).data.length > 0) {
    throw invalid(
      `A price (\`${lookup}\`) already uses that lookup key. Use \`transfer_lookup_key\` to move it to this one.`,
      { code: 'resource_already_exists', param: 'lookup_key' },
    );
  }
  const recurring = params.child('recurring');
  const price: PriceObject = {
    id: newId('price'),
    object: 'price',
    active: true,
    created: now,
    currency: readCurrency(params.required('currency')),
    livemode: false,
    lookup_key: lookup,
    metadata: params.metadata() ?? {},
    nickname: params.text('nickname') ?? null,
    product,
    recurring: {
      interval: recurring.oneOf('interval', ['month', 'year']) ?? 'month',
      interval_count: recurring.integer('interval_count', 1, 1) ?? 1,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    type: 'recurring',
    unit_amount: params.integer('unit_amount', 0, 99_999_999) ?? refuseAmount(),
  };
  await store.put('price', price, { lookup });
  await store.emit('price.created', price);
  return price;
};

export const listPrices: Handler = async ({ store, params }) => {
  const lookups = params.list('lookup_keys');
  params.boolean('active');
  const page = await store.list('price', {
    ...(lookups.length === 0 ? {} : { lookups }),
    ...readPaging(params),
  });
  return listOf('/v1/prices', page.data, page.hasMore);
};

function refuseAmount(): never {
  throw invalid('Missing required param: unit_amount.', { code: 'parameter_missing', param: 'unit_amount' });
}

function readCurrency(text: string): string {
  const currency = text.toLowerCase();
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${text}`, { param: 'currency' });
  return currency;
}
