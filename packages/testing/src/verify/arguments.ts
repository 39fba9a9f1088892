// Pure: what was typed, and what to say about it.

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
  | { readonly kind: 'mistake'; readonly message: string };

export const help = `openbell-verify: does a backend speak the Openbell contract?

  npx openbell-verify https://your-api.example/api --token <access token> [--write] [--json]

  --token <token>   a member's access token, best a subscriber's; OPENBELL_TOKEN in the environment does the same, and
                    stays out of the shell's history. Without one only what visitors may call is tried.
  --socket <address>
                    the member socket; <the API's address>/ws where it is not given
  --options-feed <address>
                    the options feed; /options at the API's origin where it is not given
  --feed-auth <key> what the options feed takes in the token's place; OPENBELL_FEED_AUTH does the same. A provider's key
                    may allow one connection: whoever holds it now is put out.
  --wait <seconds>  how long a socket is waited for, each time: to open, to close, to say something; 10
  --write           also tries calls that change something: a wrong sign-in, an empty registration, the name as it is, a
                    message that is unsent again, mute and unmute, typing that ends at once; and listens on the member
                    socket for what follows. Never money, mail, log-out or deletion.
  --json            the report as JSON
  --help            this text

Nothing is changed without --write, and no other member sees anything: the member socket is opened and heard, and what is
sent into it means nothing. Exit code: 0 when everything that was answered is as the contract has it, 1 when a call or a
socket differs or the token is not accepted, 2 when nothing could be verified.
`;

const valued = {
  '--token': 'a token',
  '--socket': 'an address',
  '--options-feed': 'an address',
  '--feed-auth': 'a key',
  '--wait': 'a number of seconds',
} as const;
type Valued = keyof typeof valued;

const isValued = (name: string): name is Valued => Object.hasOwn(valued, name);

/** Reads the command line. The mistakes name no value: one of them might be the token. */
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
      const given = name === word ? (rest.shift() ?? '') : value.join('=');
      if (given === '') return mistake(`${name} needs ${valued[name]}.`);
      values[name] = given;
    } else if (word.startsWith('-')) return mistake(`There is no option ${name}.`);
    else addresses.push(word);
  }
  const token = values['--token'] ?? environment.OPENBELL_TOKEN ?? '';
  const feedAuth = values['--feed-auth'] ?? environment.OPENBELL_FEED_AUTH ?? '';
  const [address] = addresses;
  if (address === undefined)
    return mistake('Give the address of the API, for example https://your-api.example/api.');
  if (addresses.length > 1) return mistake('Give one address alone.');
  if (/[^\x21-\x7e]/.test(token)) return mistake('The token holds a character that no token has.');
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return mistake('The address must begin with https:// or http://.');
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    return mistake('The address takes no name, no query and no #.');
  }
  for (const name of ['--socket', '--options-feed'] as const) {
    const problem = problemOfSocket(values[name]);
    if (problem !== null) return mistake(`${name} ${problem}`);
  }
  const seconds = Number(values['--wait'] ?? 10);
  if (!(seconds > 0 && seconds <= 600)) return mistake('--wait takes 1 to 600 seconds.');
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
  if (url === null || !/^(?:https?|wss?):$/.test(url.protocol)) return 'must begin with wss:// or ws://.';
  return url.username === '' && url.hash === '' ? null : 'takes no name and no #.';
}

function mistake(message: string): ReadArguments {
  return { kind: 'mistake', message };
}
