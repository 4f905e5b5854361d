import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUTTONS } from '../../platform/auth/buttons.ts';
import { NOTICE, noticeValues } from '../testing/notice.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
let accounts: readonly string[];

beforeAll(async () => {
  world = await openWorld();
  accounts = (
    await world.rows(`select account from app_user where state = 'active' and account !~ '[0-9]$' order by id`)
  ).map((row) => String(row['account']));
});
afterAll(() => world.close());

/** Calls that need a button of the module, with what is sent. */
const GUARDED = [
  ['GetInitInfo', 'add'],
  ['Preview', 'add'],
  ['Draft', 'add'],
  ['Index', 'search'],
  ['Export', 'export'],
] as const;

describe('buttons', () => {
  it('of every module, role and action are what the call goes by', async () => {
    const wrong: string[] = [];
    // Whoever is refused is refused at once; what lets two people through is not run whole for fifteen more.
    const allowed = new Map<string, number>();
    for (const account of accounts) {
      const session = await world.session(account);
      for (const module of world.engine.catalog.all()) {
        for (const [name, button] of GUARDED) {
          const may = module.screens.some(
            (screen) => session.permissions.buttons.get(screen)?.has(BUTTONS[button]) === true,
          );
          const call = `${module.form.identity.api}/${name}`;
          const before = allowed.get(call) ?? 0;
          if (may && before === 2) continue;
          const answer = await world.call(session, call, { PageSize: '1' });
          if (may) allowed.set(call, before + 1);
          if (answer.ok !== may || (!may && answer.code !== 'forbidden'))
            wrong.push(`${account} ${module.id} ${name}: ${answer.ok ? 'let through' : answer.message}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(allowed.size).toBeGreaterThan(200);
  });

  it('taken away, close the call at once', async () => {
    const session = await world.session('operator');
    const bare = { ...session, permissions: { ...session.permissions, buttons: new Map() } };
    for (const module of world.engine.catalog.all())
      for (const [name] of GUARDED)
        expect((await world.call(bare, `${module.form.identity.api}/${name}`, {})).code).toBe('forbidden');
  });
});

describe('a single record', () => {
  it('is shown by data scope only to those who may search its module', async () => {
    const { BusinessId } = (await world.call('operator', `${NOTICE}/Draft`, noticeValues())).data;
    await world.rows(
      `update f_construction_notice set status = 'approved' where id = ${String(BusinessId)} returning id`,
    );
    const session = await world.session('generalManager');
    expect(session.permissions.scopes.has('all')).toBe(true);
    const open = (who: typeof session) => world.call(who, `${NOTICE}/GetInfo`, { BusinessId });
    expect((await open(session)).ok).toBe(true);
    const buttons = new Map(
      [...session.permissions.buttons].map(([screen, codes]) => [
        screen,
        new Set([...codes].filter((code) => code !== BUTTONS.search)),
      ]),
    );
    const blind = { ...session, permissions: { ...session.permissions, buttons } };
    expect((await open(blind)).code).toBe('forbidden');
  });
});

/** Values that a careless or hostile client may send for anything. */
const JUNK: readonly unknown[] = [
  '',
  'x',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  '9223372036854775808',
  'true',
  '2026-13-45',
  '%_\\',
  "' or 1=1 --",
  '中文🏭',
  'a'.repeat(600),
  [],
  ['a', 'b'],
  [['x']],
  {},
  { from: 'x', to: {} },
  { 0: { x: 1 } },
  { URL: 'javascript:alert(1)', Name: 'x', Size: 'y' },
  null,
  0,
  1.5,
  true,
];

const SHARE = 8;

describe('bad input', () => {
  it('to any call and any field is refused in words, never a fault', async () => {
    const session = await world.session('admin');
    const everything = new Map(
      world.engine.catalog
        .all()
        .flatMap((module) =>
          module.screens.map((screen) => [screen, new Set<number>(Object.values(BUTTONS))] as const),
        ),
    );
    const all = {
      ...session,
      permissions: { ...session.permissions, buttons: everything, scopes: new Set(['all'] as const) },
    };
    for (const [turn, module] of world.engine.catalog.all().entries()) {
      const { form } = module;
      const keys = [...form.fields.map((of) => of.key), ...form.details.map((detail) => detail.key)];
      for (const [index, junk] of JUNK.entries()) {
        // An eighth of them, another with the next module: the calls are the engine's, only the fields are the module's.
        if (index % SHARE !== turn % SHARE) continue;
        const input = Object.fromEntries(keys.map((key, at) => [key, JUNK[(index + at) % JUNK.length]]));
        const rows = Object.fromEntries(
          form.details.map((detail) => [
            detail.key,
            [Object.fromEntries(detail.fields.map((of, at) => [of.key, JUNK[(index + at) % JUNK.length]]))],
          ]),
        );
        for (const name of ['Draft', 'Preview', 'Index', 'GetInitInfo'])
          await world.call(all, `${form.identity.api}/${name}`, { ...input, ...(name === 'Draft' ? rows : {}) });
        for (const name of ['GetInfo', 'Submit', 'Approve', 'Reject', 'Withdraw', 'Cancel', 'Transfer', 'Urge', 'Cc']) {
          const answer = await world.call(all, `${form.identity.api}/${name}`, {
            BusinessId: junk,
            NodeRecordId: junk,
            FormVersion: junk,
            UserId: junk,
            UserIds: junk,
            Opinion: junk,
            To: junk,
            Resume: junk,
          });
          expect([name, answer.ok]).toEqual([name, false]);
        }
      }
    }
  });
});
