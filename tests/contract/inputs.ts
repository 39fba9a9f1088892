import { type EndpointName, endpoints } from '@openbell/core/contract';

/** Path parameters for any call. */
export function paramsOf(name: EndpointName): Record<string, string | number> {
  const names = [...endpoints[name].path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return Object.fromEntries(
    names.map((param) => [param, param === 'ticker' || param === 'code' ? 'AAPL' : 7]),
  );
}

export const endpointNames = Object.keys(endpoints) as EndpointName[];

/** Calls without a defined response body: any JSON is a success, and so is an empty body. */
export const anyAnswer: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'logout',
  'cancelSubscription',
  'endSession',
  'endOtherSessions',
  'storeNotificationToken',
  'muteChat',
  'unmuteChat',
]);
