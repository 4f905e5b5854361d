/**
 * Bad input to every registered call, generated from its schema: whatever is sent, the answer is an envelope that people can act on, never a
 * fault of ours. What a run finds is repeated with its seed.
 */
import fc from 'fast-check';
import qs from 'qs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Held, held } from '../../testing/client.ts';
import { jsonOf, NASTY_VALUES, PROTOTYPE_KEYS } from '../../testing/nasty.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { RegisteredCall } from './registry.ts';

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

const NASTY = fc.constantFrom<unknown>(...NASTY_VALUES);
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
const DENIED = '您没有此操作的权限';

interface Tried {
  readonly http: number;
  readonly status: number;
  readonly message: string;
}

/** No address is this long: a server's own limit answers before any call is reached. */
const LONGEST_QUERY = 8_000;
const sampled = (call: RegisteredCall, numRuns: number, seed: number): readonly object[] =>
  fc
    .sample(bodyOf(keysOf(call.contract.input)), { numRuns, seed })
    .filter((body) => call.contract.method === 'POST' || qs.stringify(body).length < LONGEST_QUERY);

/** Sends a body as it stands: JSON for a POST, so that every type arrives; a query for a GET. */
const tried = async (call: RegisteredCall, body: object, session: Held | null): Promise<Tried> => {
  const { method, path } = call.contract;
  const answer =
    method === 'GET' ? server.client.get(path, body, session) : server.client.json(path, jsonOf(body), session);
  return answer.catch((error: unknown) => ({
    // A file, not an envelope: the call took it.
    http: error instanceof SyntaxError ? 200 : 599,
    status: 1,
    message: String(error),
  }));
};

/** Sends a body as whoever of them may press the call's button, most often who pressed the one before. @returns them, or null where nobody may */
const triedAsAllowed = async (
  call: RegisteredCall,
  body: object,
  last: Held | null,
): Promise<readonly [who: Held | null, answer: Tried]> => {
  let answer: Tried | null = null;
  for (const person of new Set(last === null ? people : [last, ...people])) {
    answer = await tried(call, body, person);
    if (answer.message !== DENIED) return [person, answer];
  }
  return [null, answer ?? (await tried(call, body, null))];
};

/** What an answer to bad input must not be: a fault, or a refusal without a word that a person understands. */
const complaint = (call: RegisteredCall, body: object, answer: Tried): readonly string[] => {
  const wordless = answer.status !== 1 && answer.status !== call.options.okStatus && !/[一-龥]/.test(answer.message);
  return answer.http >= 500 || wordless
    ? [`${call.contract.path} ${jsonOf(body).slice(0, 300)} → ${answer.http} ${answer.message}`]
    : [];
};

/** Bodies for a call that stands alone, and for one that each form module has: those are tried a hundred and fifty times over. */
const RUNS = { alone: 4, ofModule: 1 };

it('no call answers bad input with a fault', async () => {
  const modules = new Set<string>(server.engine.catalog.all().map((module) => module.form.identity.api));
  const runsOf = ({ contract: { path } }: RegisteredCall): number =>
    modules.has(path.slice(0, path.lastIndexOf('/'))) ? RUNS.ofModule : RUNS.alone;
  const calls = server.registry
    .all()
    .filter(({ contract, options }) => options.access !== 'public' && !APART.has(contract.path));
  expect(calls.length).toBeGreaterThan(50);
  const wrong: string[] = [];
  const closed: string[] = [];
  let last: Held | null = null;
  for (const call of calls) {
    const [first = {}, ...more] = sampled(call, runsOf(call), 20260501);
    const [who, answer] = await triedAsAllowed(call, first, last);
    last = who ?? last;
    // What nobody of them may call was not tried in earnest.
    if (who === null) closed.push(call.contract.path);
    wrong.push(...complaint(call, first, answer));
    for (const body of more) wrong.push(...complaint(call, body, await tried(call, body, who)));
  }
  expect(closed.length).toBeLessThan(calls.length / 10);
  expect(wrong).toEqual([]);
}, 240_000);

it('no public call does, either', async () => {
  const calls = server.registry.all().filter(({ options }) => options.access === 'public');
  expect(calls.length).toBe(25);
  const wrong: string[] = [];
  for (const call of calls) {
    // Fewer than the source may send in a minute: behind that limit nothing would be tried.
    const bodies = sampled(call, Math.min(50, (call.options.aMinute ?? 60) - 1), 20260502);
    for (const body of bodies) {
      const answer = await tried(call, body, null);
      expect([call.contract.path, answer.message]).not.toEqual([call.contract.path, '操作过于频繁，请稍后再试']);
      wrong.push(...complaint(call, body, answer));
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

it('names of the language’s own objects change nothing, in JSON or form-encoded', async () => {
  const [operator] = people;
  const path = '/bpmapi/ConstructionNotice/Draft';
  for (const key of PROTOTYPE_KEYS) {
    const inner = '{"polluted":"yes","toString":"yes"}';
    const texts = [`{"${key}":${inner}}`, `{"chemicals":[{"${key}":${inner}}]}`, `{"chemicals":{"${key}":${inner}}}`];
    for (const text of texts) {
      const answer = await server.client.json(path, text, operator);
      expect([text, answer.http]).toEqual([text, 200]);
      if (answer.status !== 1) expect(answer.message).toMatch(/[一-龥]/);
    }
    for (const name of [key, `chemicals[0][${key}]`, `${key}[prototype]`]) {
      const answer = await fetch(server.client.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...held(operator ?? null) },
        body: `${name}[polluted]=yes`,
      });
      expect([name, answer.status]).toEqual([name, 200]);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  }
});

it('what is no text, no JSON or too much is refused in words', async () => {
  const [operator] = people;
  const path = '/bpmapi/ConstructionNotice/Draft';
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  for (const [text, words] of [
    ['{', '请求内容无法解析'],
    ['[1,2', '请求内容无法解析'],
    [deep(50), '提交的内容嵌套过深'],
    [deep(5000), '提交的内容嵌套过深'],
    [JSON.stringify({ workScope: 'x'.repeat(9 * 1024 * 1024) }), '提交的内容过大'],
    ['{"workScope":"\\u0000"}', 'workScope含有不能识别的字符'],
    ['{"chemicals":[{"name":"\\ud83d"}]}', 'chemicals[0].name含有不能识别的字符'],
    ['{"\\udc00":1}', '字段名含有不能识别的字符'],
  ] as const) {
    const answer = await server.client.json(path, text, operator);
    expect([text.slice(0, 40), answer.http, answer.status, answer.message]).toEqual([text.slice(0, 40), 200, 0, words]);
  }
});
