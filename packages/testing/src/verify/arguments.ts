// Parses the command line of `openbell-verify`.

interface Arguments {
  readonly url: string;
  readonly token: string | null;
  readonly socketUrl: string | null;
  readonly optionsFeedUrl: string | null;
  readonly feedAuth: string | null;
  readonly waitMs: number;
  readonly write: boolean;
  readonly json: boolean;
}

export type ReadArguments =
  | { readonly kind: 'run'; readonly arguments: Arguments }
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly message: string };

export const help = `openbell-verify: checks whether a backend implements the Openbell contract

  npx openbell-verify https://your-api.example/api --token <access token> [--write] [--json]

  --token <token>   Access token of a member, preferably a subscriber. OPENBELL_TOKEN in the environment sets it too and
                    keeps it out of the shell history. Without a token, only public calls are checked.
  --socket <address>
                    URL of the member socket. Default: <API URL>/ws
  --options-feed <address>
                    URL of the options feed. Default: /options at the API's origin
  --feed-auth <key> Key to send to the options feed instead of the token. OPENBELL_FEED_AUTH sets it too. If the provider
                    allows one connection per key, the current connection is closed.
  --wait <seconds>  Timeout of each socket step: open, close, next frame. Default: 10
  --write           Also check calls that change data: a failed sign-in, an empty registration, a profile update with the
                    same name, a message that is then unsent, mute and unmute, typing; and the events that they cause on
                    the member socket. Never payments, mails, sign-out or deletion.
  --json            Print the report as JSON.
  --help            Print this help.

Without --write, no data is changed and other members see nothing: the frames sent to the member socket have no effect.
Exit code: 0 when every response matches the contract, 1 when a call or a socket differs or the token is not
accepted, 2 when nothing could be verified.
`;

const valued = {
  '--token': 'a token',
  '--socket': 'an address',
  '--options-feed': 'an address',
  '--feed-auth': 'a key',
  '--wait': 'a number of seconds',
} as const;
type Valued = keyof typeof valued;

const switches: readonly string[] = ['--write', '--json', '--help', '-h'];

const isValued = (name: string): name is Valued => Object.hasOwn(valued, name);

/** Parses the command line. Messages do not quote values, because one of them might be the token. */
export function readArguments(
  typed: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ReadArguments {
  const addresses: string[] = [];
  const values: { [name in Valued]?: string } = {};
  let write = false;
  let json = false;
  const rest = [...typed];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name = '', ...value] = word.split('=');
    if (word === '--help' || word === '-h') return { kind: 'help' };
    if (word === '--write') write = true;
    else if (word === '--json') json = true;
    else if (isValued(name)) {
      const text = name === word ? (rest.shift() ?? '') : value.join('=');
      if (text === '') return invalid(`${name} needs ${valued[name]}.`);
      values[name] = text;
    } else if (switches.includes(name)) return invalid(`${name} takes no value.`);
    else if (word.startsWith('-')) return invalid(`Unknown option ${name}.`);
    else addresses.push(word);
  }
  const token = values['--token'] ?? environment.OPENBELL_TOKEN ?? '';
  const feedAuth = values['--feed-auth'] ?? environment.OPENBELL_FEED_AUTH ?? '';
  const [address] = addresses;
  if (address === undefined)
    return invalid('Enter the address of the API, for example https://your-api.example/api.');
  if (addresses.length > 1) return invalid('Enter only one address.');
  if (/[^\x21-\x7e]/.test(token))
    return invalid('The token contains a character that is not allowed in tokens.');
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return invalid('The address must start with https:// or http://.');
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    return invalid('The address must not have a username, a query or a fragment.');
  }
  for (const name of ['--socket', '--options-feed'] as const) {
    const problem = problemOfSocket(values[name]);
    if (problem !== null) return invalid(`${name} ${problem}`);
  }
  const seconds = Number(values['--wait'] ?? 10);
  if (!(seconds > 0 && seconds <= 600)) return invalid('--wait must be more than 0 and at most 600 seconds.');
  return {
    kind: 'run',
    arguments: {
      url: url.href.replace(/\/+$/, ''),
      token: token === '' ? null : token,
      socketUrl: values['--socket'] ?? null,
      optionsFeedUrl: values['--options-feed'] ?? null,
      feedAuth: feedAuth === '' ? null : feedAuth,
      waitMs: seconds * 1_000,
      write,
      json,
    },
  };
}

function problemOfSocket(address: string | undefined): string | null {
  if (address === undefined) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^(?:https?|wss?):$/.test(url.protocol)) return 'must start with wss:// or ws://.';
  return url.username === '' && url.hash === '' ? null : 'must not have a username or a fragment.';
}

function invalid(message: string): ReadArguments {
  return { kind: 'invalid', message };
}
