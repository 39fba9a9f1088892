// The kinds of values of settings. Each schema parses a text. Its message follows the name of the variable.
import * as v from 'valibot';

export interface MailAddress {
  /** May be empty. */
  readonly name: string;
  readonly address: string;
}

/** Where ClamAV's daemon listens. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** The connection to NATS. */
export interface NatsConfig {
  /** `host:port` each. */
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  /** Present for TLS. */
  readonly tls?: Readonly<Record<string, never>>;
}

type Schema<Value> = v.GenericSchema<string, Value>;

export const text: Schema<string> = v.string();

/** A text whose message repeats it. */
const shown = (isValid: (value: string) => boolean, meaning: string): Schema<string> =>
  v.pipe(
    v.string(),
    v.check(isValid, ({ input }) => `must be ${meaning}, not: ${input}`),
  );

/** A text that may contain a password. */
const hidden = (isValid: (value: string) => boolean, message: string): Schema<string> =>
  v.pipe(v.string(), v.check(isValid, message));

export const mapped = <From, To>(schema: Schema<From>, map: (value: From) => To): Schema<To> =>
  v.pipe(schema, v.transform(map));

/** A text that `read` parses. */
const parsed = <Value>(read: (value: string) => Value | null, message: string): Schema<Value> =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value);
      if (value !== null) return value;
      addIssue({ message });
      return NEVER;
    }),
  );

export const matching = (pattern: RegExp, meaning: string): Schema<string> =>
  shown((value) => pattern.test(value), meaning);

export const secret = (pattern: RegExp, message: string): Schema<string> =>
  hidden((value) => pattern.test(value), message);

/** One of the texts, as its value. */
export function oneOf<const Value>(values: Readonly<Record<string, Value>>): Schema<Value> {
  const names = Object.keys(values);
  const meaning = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return mapped(matching(new RegExp(`^(?:${names.join('|')})$`), meaning), (name) => values[name] as Value);
}

export const wholeNumber = (max: number): Schema<number> =>
  mapped(
    shown((value) => /^\d{1,5}$/.test(value) && Number(value) <= max, `a whole number from 0 to ${max}`),
    Number,
  );

export const speed: Schema<number> = mapped(
  shown((value) => Number(value) > 0 && Number(value) <= 1_000, 'a number above 0 and up to 1000'),
  Number,
);

/** Values that are separated by commas. */
export const list = <Value>(entry: Schema<Value>): Schema<readonly Value[]> =>
  v.pipe(v.string(), v.transform(splitList), v.array(entry));

function splitList(value: string): string[] {
  const entries = value.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

export const origin: Schema<string> = mapped(
  shown((value) => {
    const url = URL.parse(value);
    const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
    return url !== null && isHttp && url.pathname === '/' && url.search === '';
  }, 'an origin like https://example.com'),
  (value) => new URL(value).origin,
);

/** Returns whether a URL is https or loopback. */
export function isSecure(value: string): boolean {
  const url = URL.parse(value);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
}

/** The URL of a service. */
export const secureUrl: Schema<string> = shown(isSecure, 'an https:// URL');

export const httpUrl: Schema<string> = hidden(
  (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  'must be a URL like http://127.0.0.1:4318.',
);

export const smtpUrl: Schema<string> = v.pipe(
  hidden(
    (value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value),
    'must be a URL like smtp://user:password@mail.example.com:587.',
  ),
  v.check((value) => {
    const url = URL.parse(value);
    return url === null || loginOf(url) !== null;
  }, 'has a user or password that is not percent-encoded: write % as %25.'),
);

/** The start of the keys in a bucket: empty, or ends with a slash. */
export const keyPrefix: Schema<string> = mapped(
  v.pipe(
    mapped(text, (value) => value.replace(/\/$/, '')),
    matching(
      /^(?:[\w-][\w.-]{0,99}(?:\/[\w-][\w.-]{0,99})*)?$/,
      'letters, digits, dots, hyphens and slashes',
    ),
  ),
  (value) => (value === '' ? '' : `${value}/`),
);

const oneAddress = /^[^\s@,;:<>()[\]\\"]{1,64}@[^\s@,;:<>()[\]\\"]{1,253}$/;

/** Returns whether a text is a single address, without a list, name, route or line break. */
export function isMailAddress(value: string): boolean {
  return oneAddress.test(value);
}

export const mailAddress: Schema<string> = hidden(
  isMailAddress,
  'must be one address, like owner@example.com.',
);

/** Parses `Name <address>` or an address. Null if it is invalid. */
export function readMailAddress(value: string): MailAddress | null {
  const parts = /^(?:"?([^"<>\p{Cc}]*?)"?\s*)<([^<>]+)>$/u.exec(value);
  const [name, address] = parts === null ? ['', value] : [parts[1] ?? '', parts[2] ?? ''];
  return isMailAddress(address) ? { name: name.trim(), address } : null;
}

export const sender: Schema<MailAddress> = parsed(
  readMailAddress,
  'must be one address, like Openbell <hello@example.com>.',
);

export const clamdAddress: Schema<ClamdAddress> = parsed((value) => {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(value)?.[1];
  if (path !== undefined) return { path };
  if (!/^tcp:\/\//.test(value) || !URL.canParse(value)) return null;
  const { hostname, port, pathname } = new URL(value);
  if (hostname === '' || port === '' || pathname.length > 1) return null;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}, 'must be an address like tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl.');

/** The servers of one NATS cluster. Null for an empty list. */
export const natsServers: Schema<NatsConfig | null> = v.pipe(
  v.string(),
  v.transform(splitList),
  v.check(
    (urls) => urls.every((url) => /^(?:nats|tls):\/\//.test(url) && URL.canParse(url)),
    'must be nats:// or tls:// URLs, separated by commas.',
  ),
  v.transform((urls) => urls.map((url) => new URL(url))),
  v.check(
    (urls) => new Set(urls.map(({ protocol }) => protocol)).size < 2,
    'must use either nats:// or tls:// for all servers.',
  ),
  v.check(
    (urls) => urls.every(({ username, password }) => username === '' || password !== ''),
    'must have a user and a password, or neither.',
  ),
  v.check(
    (urls) => !urls.some((url) => loginOf(url) === null),
    'has a user or password that is not percent-encoded.',
  ),
  v.check(
    (urls) => new Set(urls.filter(({ username }) => username !== '').map(loginOf)).size < 2,
    'must have the same user and password in all URLs.',
  ),
  v.transform((urls) => {
    if (urls.length === 0) return null;
    const login = urls.find(({ username }) => username !== '');
    return {
      servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? '4222' : port}`),
      ...(login && { user: decodeURIComponent(login.username), pass: decodeURIComponent(login.password) }),
      ...(urls[0]?.protocol === 'tls:' && { tls: {} }),
    };
  }),
);

/** The decoded user and password as JSON. Null if they cannot be decoded. */
function loginOf({ username, password }: URL): string | null {
  try {
    return JSON.stringify([decodeURIComponent(username), decodeURIComponent(password)]);
  } catch {
    return null;
  }
}
