import { type EndpointName, endpoints } from '@openbell/core/contract';
import { describe, expect, test } from 'vitest';
import { type AccessTable, otherRoutes as otherAccess } from '../../examples/server/src/access.ts';
import { createApp } from '../../examples/server/src/app.ts';
import { createRoutes, otherRoutes } from '../../examples/server/src/areas.ts';
import type { HandlersByRoute, Routes } from '../../examples/server/src/routes.ts';
import { sharedServer } from '../support/test-server.ts';

const server = sharedServer();

const names = Object.keys(endpoints) as EndpointName[];

test('states for each call of the contract who may make it', () => {
  for (const name of names) expect(['visitor', 'member', 'subscriber']).toContain(endpoints[name].access);
});

describe('deny by default: the application does not start', () => {
  const assemble = (
    routes: readonly Routes[],
    others: readonly HandlersByRoute[] = [],
    access: AccessTable = otherAccess,
  ) =>
    createApp(server.context, {
      routes,
      ownSchemas: {},
      otherRoutes: others,
      access,
      site: null,
      temporary: '/nowhere',
      smallBodyMs: 30_000,
      responseMs: 60_000,
      nextPartMs: 60_000,
    });
  const handler = async () => ({ body: {} });

  test('with a call missing in the contract or the table', () => {
    expect(() => assemble([{ deleteEverything: handler } as Routes])).toThrow(
      'no call named deleteEverything',
    );
  });
  test('with a call that two areas handle', () => {
    const [first = {}] = createRoutes();
    expect(() => assemble([first, first])).toThrow('Two areas handle');
  });
  test('with another route that has no row in the table', () => {
    const others = { 'GET /dev/everything': async () => new Response() };
    expect(() => assemble([], [others])).toThrow('No access table has a row for GET /dev/everything');
  });
  test.each([
    ['GET /dev', 'visitor'],
    ['GET /dev/everything', 'visitor'],
    ['GET /everything', 'local'],
    ['GET /developers', 'local'],
  ] as const)('with %s as %s, since routes below /dev are local, and no others', (route, level) => {
    const others = { [route]: async () => new Response() };
    expect(() => assemble([], [others], { [route]: level })).toThrow(`The access of ${route} is wrong`);
  });
});

test('lists all other routes of the areas in the table', () => {
  for (const routes of otherRoutes) {
    for (const route of Object.keys(routes)) expect(Object.keys(otherAccess)).toContain(route);
  }
});
