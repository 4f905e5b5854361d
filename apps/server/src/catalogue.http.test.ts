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

/** Controllers that are built besides the forms'. */
const BUILT = [
  '/webapi/Anonymous',
  '/webapi/UserInfo',
  '/webapi/Dept',
  '/webapi/UserRole',
  '/webapi/Project',
  '/webapi/Menu',
  '/webapi/Weather',
  '/emcapi/Project',
  '/emcapi/ProjectAdditionInfo',
  '/emcapi/ConstData',
  '/emcapi/District',
  '/emcapi/ProjectCode',
  '/emcapi/Contract',
  '/emcapi/ContractPrice',
  '/emcapi/FileImport',
  '/emcapi/HistoricalDataReport',
  '/emcapi/OperationProjectManager',
  '/api/DeviceCategory',
  '/api/DeviceInfo',
  '/api/CategoryDevice',
  '/api/Operate',
  '/api/ProjectDevice',
  '/api/Device',
  '/webapi/NYCateGory',
  '/emcapi/NYPrice',
  '/webapi/NYPrice',
  '/bpmapi/ServiceResource',
  '/bpmapi/NodeRecord',
  '/bpmapi/Node',
  '/bpmapi/NodeUser',
  '/bpmapi/NodeInform',
];
const FORM_CONTROLLERS = Object.keys(FORMS).map((id) => MODULES[id as keyof typeof FORMS].api);

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

  it('has every call of every controller that is built', () => {
    const listed = (JSON.parse(readFileSync(file, 'utf8')) as readonly Call[]).filter((call) =>
      [...BUILT, ...FORM_CONTROLLERS].includes(controllerOf(call.path)),
    );
    // None of the controllers above is a name that the catalogue does not know; of some forms it lists no call.
    expect(BUILT.filter((controller) => !listed.some((call) => controllerOf(call.path) === controller))).toEqual([]);
    const ours = new Set(server.registry.all().map(({ contract }) => `${contract.method} ${contract.path}`));
    const missing = listed.map((call) => `${call.method} ${call.path}`).filter((call) => !ours.has(call));
    expect(missing).toEqual([]);
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
