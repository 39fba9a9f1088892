// Pure: what was typed, and what to say about it.

interface Arguments {
  readonly url: string;
  readonly token: string | null;
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
  --write           also tries calls that change something: a wrong sign-in, an empty registration, the name as it is, a
                    message that is unsent again, mute and unmute. Never money, mail, log-out or deletion.
  --json            the report as JSON
  --help            this text

Nothing is changed without --write; the two sockets are not tried. Exit code: 0 when every call that was answered is as
the contract has it, 1 when one differs or the token is not accepted, 2 when nothing could be verified.
`;

/** Reads the command line. The mistakes name no value: one of them might be the token. */
export function readArguments(
  typed: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ReadArguments {
  const addresses: string[] = [];
  let token = environment.OPENBELL_TOKEN ?? '';
  let write = false;
  let json = false;
  const rest = [...typed];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--help' || word === '-h') return { kind: 'help' };
    if (word === '--write') write = true;
    else if (word === '--json') json = true;
    else if (word === '--token') token = rest.shift() ?? '';
    else if (word.startsWith('--token=')) token = word.slice('--token='.length);
    else if (word.startsWith('-')) return mistake(`There is no option ${word.replace(/=.*$/, '')}.`);
    else addresses.push(word);
    if (word.startsWith('--token') && token === '') return mistake('--token needs a token.');
  }
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
  return {
    kind: 'run',
    arguments: { url: url.href.replace(/\/+$/, ''), token: token === '' ? null : token, write, json },
  };
}

function mistake(message: string): ReadArguments {
  return { kind: 'mistake', message };
}
