import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits from the system's secure source. */
export function randomText(length: number): string {
  let text = '';
  for (let index = 0; index < length; index += 1) text += ALPHABET[randomInt(ALPHABET.length)];
  return text;
}

/** The kinds of stored objects, with their id prefixes. */
const PREFIXES = {
  customer: 'cus',
  setup_intent: 'seti',
  payment_method: 'pm',
  product: 'prod',
  price: 'price',
  subscription: 'sub',
  invoice: 'in',
  refund: 're',
  dispute: 'du',
  event: 'evt',
} as const;

/** A kind of stored object, as in its `object` field. */
export type ObjectKind = keyof typeof PREFIXES;

/** A new id of that kind, for example `cus_9s6XKzkNRiz8i3`. */
export function newId(kind: ObjectKind): string {
  return `${PREFIXES[kind]}_${randomText(kind === 'customer' || kind === 'product' ? 14 : 24)}`;
}

/** Returns the kind of an id; undefined for an unknown prefix. */
export function kindOfId(id: string): ObjectKind | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  return (Object.keys(PREFIXES) as ObjectKind[]).find((kind) => PREFIXES[kind] === prefix);
}
