/**
 * Bad input to every registered call, generated from its schema: whatever is sent, the answer is an envelope that people can act on, never a
 * fault of ours. What a run finds is repeated with its seed.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Held } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let people: readonly Held[];
beforeAll(async () => {
  server = await startTestServer();
  // One of them may press each button.
  people = await Promise.all(
    ['operator', 'admin', 'finance', 'hr', 'sales', 'generalManager'].map((account) => server.client.signIn(account)),
  );
});
afterAll(() => server.close());

const NASTY = fc.constantFrom<unknown>(
  '',
  'x',
  '0',
  '-1',
  '1e999',
  '99999999999999999999999999',
  '9223372036854775808',
  '1.123456789',
  'NaN',
  'null',
  "'; drop table app_user; --",
  '%_\\',
  '2026-02-30',
  '2026-13-01T25:61:61Z',
  '275760-09-13',
  '合'.repeat(5000),
  '\u0000',
  '\ud800',
  '__proto__',
  true,
  0,
  -1.5,
  1e308,
  null,
  [],
  {},
  [[]],
  { a: { b: ['c'] } },
  ['1', '1'],
  { from: 'x', to: { y: 1 } },
  { URL: 'x', Size: -1, Name: 3 },
);
const PLAUSIBLE = fc.constantFrom<unknown>(
  '1',
  '3',
  'operator',
  'A63',
  '加药',
  '2026-05-01',
  '2026-05',
  'true',
  'asc',
  10,
  ['1'],
);

/** Names a schema knows, so that what is sent reaches past the first check. */
const keysOf = (schema: z.ZodType): readonly string[] => {
  const shape: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const properties = typeof shape === 'object' && shape !== null && 'properties' in shape ? shape.properties : {};
  return Object.keys(properties as object);
};

const bodyOf = (keys: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  keys.length === 0
    ? fc.dictionary(fc.string({ maxLength: 8 }), NASTY, { maxKeys: 3 })
    : fc
        .subarray([...keys], { minLength: 1 })
        .chain((some) =>
          fc.record(Object.fromEntries(some.map((key) => [key, fc.oneof({ weight: 2, arbitrary: PLAUSIBLE }, NASTY)]))),
        );

/** They would end the session or lock the source that the other calls are tried from. */
const APART = new Set(['/webapi/UserInfo/Logout', '/webapi/UserInfo/EditPaw']);

it('no call answers bad input with a fault', async () => {
  const calls = server.registry
    .all()
    .filter(({ contract, options }) => options.access !== 'public' && !APART.has(contract.path));
  expect(calls.length).toBeGreaterThan(50);
  const faults: string[] = [];
  const closed: string[] = [];
  for (const call of calls) {
    const { path, method } = call.contract;
    const bodies = fc.sample(bodyOf(keysOf(call.contract.input)), { numRuns: 6, seed: 20260501 });
    const send = method === 'GET' ? server.client.get : server.client.json;
    const tried = async (body: object, session: Held | null) =>
      send.call(server.client, path, body, session).catch((error: unknown) => ({
        // A file, not an envelope: the call took it.
        http: error instanceof SyntaxError ? 200 : 599,
        status: 1,
        message: String(error),
      }));
    let who = people[0] ?? null;
    for (const person of people) {
      who = person;
      if ((await tried({}, person)).message !== '您没有此操作的权限') break;
    }
    if ((await tried({}, who)).message === '您没有此操作的权限') closed.push(path);
    for (const body of bodies) {
      const answer = await tried(body, who);
      if (answer.http >= 500) faults.push(`${path} ${JSON.stringify(body).slice(0, 300)} → ${answer.message}`);
    }
  }
  // What nobody of them may call was not tried in earnest.
  expect(closed.length).toBeLessThan(calls.length / 10);
  expect(faults).toEqual([]);
}, 240_000);
