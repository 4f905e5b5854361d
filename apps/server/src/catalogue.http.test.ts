/** The calls that the catalogue lists, for what is built: each is there, by its method and path. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODULES } from '@hengneng/core';
import { FORMS } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './testing/server.ts';

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

const file = join(import.meta.dirname, '../../../../shared/catalogue/calls.json');

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

  it('has every action of the contract for each form', () => {
    const ours = new Set(server.registry.all().map(({ contract }) => `${contract.method} ${contract.path}`));
    for (const id of Object.keys(FORMS)) {
      const { api } = MODULES[id as keyof typeof FORMS];
      const wanted = FORM_CALLS.map(([method, action]) => `${method} ${api}/${action}`);
      expect(wanted.filter((call) => !ours.has(call))).toEqual([]);
    }
  });
});
