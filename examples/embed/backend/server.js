import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const salt = randomBytes(16);
const hash = (password) => scryptSync(password, salt, 32);
const nora = { user: { id: 1, first_name: 'Nora', email: 'nora@example.com' }, hash: hash('Opening-bell-9') };
const people = new Map([[nora.user.email, nora]]);
const sessions = new Map();

const calls = {
  'GET /api/web/program': () => [200, [{ id: 1, name: 'Mentorship', monthly_price: 50, yearly_price: 450 }]],

  'POST /api/web/login': ({ body }) => {
    const person = people.get(body.username);
    const right = person && timingSafeEqual(hash(String(body.password)), person.hash);
    if (!right) return [422, { message: 'The e-mail address or the password is wrong.' }];
    const access = randomBytes(32).toString('base64url');
    sessions.set(access, person.user);
    return [200, { access, user: person.user, message: 'Welcome back.' }];
  },

  'GET /api/web/profile': ({ user }) =>
    user ? [200, { user, subscriptions: [] }] : [401, { message: 'Please sign in.' }],

  'POST /api/web/logout': ({ token }) => {
    sessions.delete(token);
    return [200, { message: 'See you.' }];
  },
};

async function answer(request) {
  const call = calls[`${request.method} ${new URL(request.url, 'http://localhost').pathname}`];
  if (!call) return [404, { message: 'Not found.' }];
  const text = (await request.setEncoding('utf8').toArray()).join('');
  const token = request.headers.authorization?.replace('Bearer ', '');
  return call({ body: JSON.parse(text || '{}'), token, user: sessions.get(token) });
}

const server = createServer(async (request, response) => {
  const [status, body] = await answer(request).catch(() => [400, { message: 'This cannot be read.' }]);
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
});
server.listen(process.env.PORT ?? 8080, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}/api\n`);
});
