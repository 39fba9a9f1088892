// `npm run response-times`: checks whether response times reveal if an address has an account. Starts a server with private
// registration and sends calls with known and unknown addresses in random order. Run it on an idle machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './start-server.mjs';

const samples = Number(process.argv[2] ?? 200);
const warmUp = 20;
const known = 'member@openbell.test';
let count = 0;
const unusedAddress = () => `nobody-${++count}@openbell.test`;

const registration = (email) => ({
  first_name: 'Ada',
  phone: '+13035550142',
  email,
  password: 'a long password',
  password_confirmation: 'a long password',
  agree: true,
});
const login = (username) => ({ type: 'manual', username, password: 'not-the-password', remember: true });
/** The calls that are sent with a known and an unknown address. */
const calls = {
  'send-otp': { known: () => ({ email: known }), unknown: () => ({ email: 'nobody@openbell.test' }) },
  login: { known: () => login(known), unknown: () => login('nobody@openbell.test') },
  register: { known: () => registration(known), unknown: () => registration(unusedAddress()) },
};

async function timeOf(path, body) {
  const start = performance.now();
  const response = await fetch(`${server.url}/api/web/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { ms: performance.now() - start, response: `${response.status} ${text}` };
}

async function measure(path, { known: knownBody, unknown }) {
  const times = { known: [], unknown: [] };
  const responses = { known: new Set(), unknown: new Set() };
  for (let round = -warmUp; round < samples; round += 1) {
    const order = Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const kind of order) {
      const { ms, response } = await timeOf(path, kind === 'known' ? knownBody() : unknown());
      if (round >= 0) times[kind].push(ms);
      responses[kind].add(response);
    }
  }
  const same = responses.known.size === 1 && [...responses.known].join() === [...responses.unknown].join();
  return { ...times, same, response: [...responses.known].join(' | ') };
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Standard score of the Mann–Whitney U test (without correction for ties); with equal times, 99% are below 2.576. */
function mannWhitney(a, b) {
  const all = [...a.map((ms) => ({ ms, a: true })), ...b.map((ms) => ({ ms, a: false }))];
  all.sort((x, y) => x.ms - y.ms);
  const ranks = all.reduce((sum, one, index) => (one.a ? sum + index + 1 : sum), 0);
  const u = ranks - (a.length * (a.length + 1)) / 2;
  return Math.abs(u - (a.length * b.length) / 2) / Math.sqrt((a.length * b.length * (all.length + 1)) / 12);
}

const data = mkdtempSync(join(tmpdir(), 'openbell-times-'));
const server = await startServer(data, { CAPTCHA: 'off', REGISTRATION: 'private' });
try {
  console.log(`${samples} samples each, in milliseconds\n`);
  for (const [path, bodies] of Object.entries(calls)) {
    const { known: knownTimes, unknown, same, response } = await measure(path, bodies);
    const difference = Math.abs(median(knownTimes) - median(unknown));
    const score = mannWhitney(knownTimes, unknown);
    const ok = same && (difference <= 5 || score < 2.576);
    if (!ok) process.exitCode = 1;
    console.log(
      `${ok ? 'ok  ' : 'LEAK'} ${path.padEnd(9)} known ${median(knownTimes).toFixed(2)}  unknown ${median(unknown).toFixed(2)}` +
        `  difference ${difference.toFixed(2)}  score ${score.toFixed(2)}  responses ${same ? 'equal' : 'DIFFER'}: ${response.slice(0, 90)}`,
    );
  }
} finally {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}
