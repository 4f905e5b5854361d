/** The calls that the catalogue lists, for what is built: each is there, by its method and path. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { FORMS } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { RegisteredCall } from './platform/http/registry.ts';
import { type CataloguePage, DECIDES, DONE_BY, OTHER_BUTTON, PAGE_AREAS } from './testing/catalogue-actions.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

const catalogue = join(import.meta.dirname, '../../../../shared/catalogue');
const file = join(catalogue, 'calls.json');

/** Controllers of what is not built yet: screens of live plants, their alarms and their control. Whatever else the catalogue lists is there. */
const LATER = [
  '/api/NoBodyShow',
  '/api/OperationSetup',
  '/api/InstructBJSet',
  '/api/InstructLog',
  '/api/InstructSet',
  '/api/InstructRGSet',
  '/api/ProgramSettingalarmLog',
  '/api/RGBasicSet',
];

/** What the wire contract promises of every form module. */
const FORM_CALLS = [
  ['GET', 'GetInitInfo'],
  ['GET', 'GetInfo'],
  ['GET', 'Preview'],
  ...[
    'Draft',
    'Index',
    'Submit',
    'Approve',
    'Reject',
    'Withdraw',
    'Cancel',
    'Transfer',
    'Urge',
    'Cc',
    'Export',
    'Delegate',
    'AddSign',
    'RemoveSign',
  ].map((action) => ['POST', action] as const),
] as const;
/**
 * What forms ask for themselves (engine/forms/access.db.test.ts tries each). A record that is there is decided by its state and step, whatever
 * button the page gives that.
 */
const FORM_BUTTONS: Readonly<Record<string, readonly string[]>> = {
  GetInitInfo: ['add'],
  Draft: ['add', 'edit', '无'],
  Add: ['add', 'edit', '无'],
  Index: ['search'],
  GetPage: ['search'],
  Export: ['export'],
};
const FORM_APIS: ReadonlySet<string> = new Set(Object.values(MODULES).map(({ api }) => api));

interface Action {
  readonly key: string;
  readonly screen: string;
  /** Method and path. */
  readonly call: string;
  readonly buttons: readonly string[];
}

/** What a person does on a page by a call; opening another page, or what the browser does alone, is none. */
const actionsOf = (): readonly Action[] =>
  PAGE_AREAS.flatMap(
    (area) => parse(readFileSync(join(catalogue, `pages/${area}.yaml`), 'utf8')) as CataloguePage[],
  ).flatMap(({ path, actions = [] }) =>
    actions.flatMap(({ label, call, button }) =>
      /^(GET|POST) \//.test(call)
        ? [{ key: `${path} ${label}`, screen: shortCodeOf(path), call, buttons: button.split('/') }]
        : [],
    ),
  );

const formAction = (call: string): string | null => {
  const [, api = '', action = ''] = /^\w+ (\/\w+\/\w+)\/(\w+)$/.exec(call) ?? [];
  return FORM_APIS.has(api) ? action : null;
};

/** Why a page's button does not open the call; null where it does. */
const shut = ({ screen, buttons }: Action, { contract, options: { access } }: RegisteredCall): string | null => {
  const name = `${contract.method} ${contract.path}`;
  if (DECIDES[name] !== undefined) return null;
  if (typeof access === 'object') {
    const screens: readonly string[] = typeof access.screen === 'string' ? [access.screen] : access.screen;
    const button = 'button' in access ? access.button : access.projectButton;
    if (!screens.includes(screen)) return `${name} belongs to ${screens.join(', ')}`;
    return buttons.includes(button) ? null : `${name} wants ${button}`;
  }
  const action = formAction(name);
  if (action !== null) {
    const wants = FORM_BUTTONS[action];
    return wants === undefined || buttons.some((button) => wants.includes(button))
      ? null
      : `${name} wants ${wants.join('/')}`;
  }
  if (buttons.includes('无')) return null;
  return `${name} wants nothing`;
};

const controllerOf = (path: string): string => path.split('/').slice(0, 3).join('/');

describe.runIf(existsSync(file))('calls against the catalogue', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('has every call, but for what is not built yet', () => {
    const listed = JSON.parse(readFileSync(file, 'utf8')) as readonly Call[];
    const ours = new Set(server.registry.all().map(({ contract }) => `${contract.method} ${contract.path}`));
    const missing = listed.filter(({ method, path }) => !ours.has(`${method} ${path}`));
    expect(missing.filter(({ path }) => !LATER.includes(controllerOf(path)))).toEqual([]);
    // What is built by now is no longer to come.
    expect(LATER.filter((later) => !missing.some(({ path }) => controllerOf(path) === later))).toEqual([]);
  });

  it('has what each page’s actions do, behind their buttons', () => {
    const calls = new Map(server.registry.all().map((one) => [`${one.contract.method} ${one.contract.path}`, one]));
    const wrong = actionsOf().flatMap((action) => {
      const here = DONE_BY[action.key];
      if (here !== undefined && typeof here !== 'string')
        return calls.has(action.call) ? [`${action.key} is there`] : [];
      const call = calls.get(here ?? action.call);
      if (call === undefined) return [`${action.key} ${here ?? action.call} is missing`];
      const why = shut(action, call);
      if (OTHER_BUTTON[action.key] !== undefined) return why === null ? [`${action.key} goes by its button`] : [];
      return why === null ? [] : [`${action.key} (${action.buttons.join('/')}): ${why}`];
    });
    expect(wrong).toEqual([]);
    const keys = new Set(actionsOf().map(({ key }) => key));
    expect([...Object.keys(DONE_BY), ...Object.keys(OTHER_BUTTON)].filter((key) => !keys.has(key))).toEqual([]);
    const bound = ({ access }: RegisteredCall['options']): boolean =>
      typeof access === 'object' && !('button' in access && access.button === 'search');
    expect(
      Object.keys(DECIDES).filter((name) => {
        const call = calls.get(name);
        return call === undefined || bound(call.options);
      }),
    ).toEqual([]);
  });

  it('has every action of the contract for each form', () => {
    const ours = new Set(server.registry.all().map(({ contract }) => `${contract.method} ${contract.path}`));
    for (const id of Object.keys(FORMS)) {
      const { api } = MODULES[id as keyof typeof FORMS];
      const wanted = FORM_CALLS.map(([method, action]) => `${method} ${api}/${action}`);
      expect(wanted.filter((call) => !ours.has(call))).toEqual([]);
    }
  });
});
