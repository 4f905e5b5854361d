/** To-do pages of one role: who holds two of them finds each to-do on the page of its step, with numbers to match. */
import { MODULES, roleStepsOf } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { projectInSight } from '../testing/consulting.ts';
import type { Held, Reply } from '../../testing/client.ts';

const MODULE = 'internalRelation';
const ProcedureId = MODULES[MODULE].procedureId;
const MAKER = 'sales';
/** By trade the one, and the other besides. */
const BOTH = 'hvacEngineer';
let chains: Chains;
let session: Held;
/** Waits for the engineer to confirm it. */
let asked = '';
/** Waits for the operation director to hand it out. */
let confirmed = '';

const keysOf = (page: string): string[] => (roleStepsOf(`/projectContent/${page}`) ?? []).map(({ key }) => key);
const ENGINEER = { ProcedureId, stepKey: keysOf('HVACEngineerinternalRelation') };
const DIRECTOR = { ProcedureId, stepKey: keysOf('operationCTONode') };

const call = (name: string, body: object): Promise<Reply> =>
  chains.server.client.post(`/bpmapi/NodeRecord/${name}`, body, session);
const listed = async (name: string, body: object) => {
  const { message, data } = await call(name, body);
  expect(message).toBe('');
  const rows = data['rows'] as readonly { readonly BusinessId: string; readonly step: string }[];
  expect(data['total']).toBe(rows.length);
  return rows.map(({ BusinessId, step }) => [BusinessId, step]);
};
const numbers = async (body: object) => {
  const { data } = await call('UserExamineNumber', body);
  const modules = data['modules'] as readonly {
    readonly moduleId: string;
    readonly count: number;
    readonly steps: unknown;
  }[];
  const { wait, handled } = data['tabs'] as { readonly wait: number; readonly handled: number };
  return { total: data['total'], wait, handled, module: modules.find((one) => one.moduleId === MODULE) };
};

beforeAll(async () => {
  chains = await Chains.start();
  await sql`insert into role_member (user_id, role_id)
    select ${chains.user(BOTH)}, id from role where code = 'operationDirector'`.execute(chains.server.db);
  session = await chains.server.client.signIn(BOTH);
  const ask = (hvacEngineer: string) =>
    chains.submit(MODULE, MAKER, {
      project: 'EMC01001',
      sourceConsult: null,
      consultProject: null,
      hvacEngineer: chains.user(hvacEngineer),
      periodFrom: '2026-01',
      periodTo: '2026-02',
      needDate: chains.day(10),
    });
  asked = await ask(BOTH);
  confirmed = await ask('hvacEngineer2');
  await chains.agree(MODULE, MAKER, confirmed, {}, '运营总监分派');
}, 120_000);
afterAll(() => chains.close());

describe('to-dos by step', () => {
  it('are those of the page that the step belongs to', async () => {
    const all = [
      [confirmed, '运营总监分派'],
      [asked, '暖通工程师确认需求'],
    ];
    expect(await listed('GetWaitList', { ProcedureId })).toEqual(all);
    expect(await listed('GetWaitList', ENGINEER)).toEqual([all[1]]);
    expect(await listed('GetWaitList', DIRECTOR)).toEqual([all[0]]);
    expect(await listed('GetWaitList', { ProcedureId, stepKey: [...ENGINEER.stepKey, ...DIRECTOR.stepKey] })).toEqual(
      all,
    );
    expect(await listed('GetWaitList', { ProcedureId, stepKey: keysOf('EMCCTONode') })).toEqual([]);
  });

  it('are counted as they are listed', async () => {
    expect(await numbers({ ProcedureId })).toMatchObject({
      wait: 2,
      module: {
        count: 2,
        steps: [
          { key: 's1', count: 1 },
          { key: 's2', count: 1 },
        ],
      },
    });
    for (const page of [ENGINEER, DIRECTOR])
      expect(await numbers(page)).toMatchObject({ total: 1, wait: 1, handled: 0, module: { count: 1 } });
    expect(await numbers({ ProcedureId, stepKey: keysOf('EMCEngineerNode') })).toMatchObject({ total: 0, wait: 0 });
  });

  it('lead from one to the next of the page only', async () => {
    const next = async (body: object) => (await call('GetNextId', body)).data;
    expect(await next(DIRECTOR)).toMatchObject({ BusinessId: confirmed });
    expect(await next(ENGINEER)).toMatchObject({ BusinessId: asked });
    const { NodeRecordId } = await next(DIRECTOR);
    expect(await next({ ...DIRECTOR, NodeRecordId })).toEqual({});
    expect(await next({ ProcedureId, NodeRecordId })).toMatchObject({ BusinessId: asked });
  });

  it('are refused for steps that the module does not have, at the field', async () => {
    const errors = async (body: object) => (await call('GetWaitList', body)).errors;
    expect(await errors({ ProcedureId, stepKey: ['s1', 's99'] })).toEqual([
      { path: 'stepKey', message: `${MODULES[MODULE].title}没有步骤s99` },
    ]);
    expect(await errors({ stepKey: 's1' })).toEqual([{ path: 'ProcedureId', message: '按步骤筛选时请指定模块' }]);
    expect(await errors({ ProcedureId, stepKey: "s1' or true" })).toMatchObject([{ message: '步骤编号格式不正确' }]);
    for (const name of ['GetHistoryList', 'GetNextId', 'UserExamineNumber'])
      expect((await call(name, { ProcedureId, stepKey: 's99' })).status, name).toBe(0);
    expect((await call('Export', { Tab: 'wait', ProcedureId, stepKey: 's99' })).status).toBe(0);
  });

  it('are found under their step once they are handled, too', async () => {
    await chains.agree(MODULE, MAKER, asked, {}, '运营总监分派');
    expect(await listed('GetHistoryList', ENGINEER)).toEqual([[asked, '暖通工程师确认需求']]);
    expect(await listed('GetHistoryList', DIRECTOR)).toEqual([]);
    expect(await numbers(ENGINEER)).toMatchObject({ wait: 0, handled: 1 });
    expect(await numbers(DIRECTOR)).toMatchObject({ handled: 0 });
  });
});

describe('what a role’s page shows of its records', () => {
  const PAGE = '/projectContent/HVACEngineerinternalRelation';
  const columns = async (account: string, ids: readonly string[], Page = PAGE): Promise<Reply> =>
    chains.server.client.json(
      '/bpmapi/NodeRecord/GetTaskColumns',
      { Page, BusinessId: ids },
      await chains.server.client.signIn(account),
    );

  it('is there for whoever handles them, and for nobody who may not see them', async () => {
    const mine = (await columns(BOTH, [asked])).data['rows'];
    expect(mine).toMatchObject([{ id: asked, periodFrom: '2026-01', periodTo: '2026-02', needDate: chains.day(10) }]);
    expect((await columns('adviser', [asked])).data['rows']).toEqual([]);
    expect((await columns(BOTH, [asked], '/main')).status).toBe(404);
  });

  it('is what the project is expected to bring, the margin of the newest offer, and why it was sent back', async () => {
    const project = await projectInSight(chains, { expectAmount: '1234567.50' });
    const [consult] = await chains.rows(`with made as (
        insert into f_consult (status, applicant, applicant_dept, serial, consult_project, need_date)
          values ('running', ${chains.user('sales')}, 'A630802', 'T-ZX1', ${project}, '2026-12-01') returning id)
      insert into wf_instance (module_id, biz_id, status, starter, starter_dept, title)
        select 'consult', id, 'running', ${chains.user('sales')}, 'A630802', '试' from made returning biz_id::text as id`);
    const id = String(consult?.['id']);
    const shown = async (page: string, who = 'admin') => {
      const { data } = await columns(who, [id], `/projectContent/${page}`);
      return { beside: data['beside'], row: (data['rows'] as readonly Record<string, unknown>[])[0] };
    };
    const director = await shown('departmentDirectorNode');
    expect(director.beside).toEqual([{ key: 'consultProject.expectAmount', label: '预计合同额（元）', as: 'money' }]);
    expect(director.row?.['consultProject.expectAmount']).toBe('1234567.50');

    // Margins are shown to those who may see margins.
    expect((await shown('TechnicalDirectorNode')).beside).toEqual([]);
    expect((await shown('TechnicalDirectorNode', 'generalManager')).row?.['offer.grossMargin']).toBe(null);
    // An older offer, a newer one, and one that is nothing yet.
    await chains.rows(`insert into f_offer (status, applicant, applicant_dept, consult, gross_margin)
      select s.status, u.id, u.dept_id, ${id}, s.margin from app_user u,
        (values ('approved', 8.5), ('running', 12.25), ('draft', 90)) s(status, margin) where u.account = 'sales' order by s.margin`);
    const technical = await shown('TechnicalDirectorNode', 'generalManager');
    expect(technical.beside).toEqual([{ key: 'offer.grossMargin', label: '毛利率（%）', as: 'number' }]);
    expect(Number(technical.row?.['offer.grossMargin'])).toBe(12.25);

    expect((await shown('HVACEngineerNode')).row?.['lastReject']).toBe(null);
    await chains.rows(`insert into wf_action (instance_id, module_id, seq, kind, node_key, node_name, actor, actor_name, opinion, data, form_version, form_hash, at, prev_hash, hash)
      select i.id, i.module_id, 1000 + n, 'reject', 's5', '暖通组长复核', i.starter, 'x', '第' || n || '次：缺少水力计算', '{}', 1, '', now() + make_interval(hours => n), '', ''
      from wf_instance i, generate_series(1, 2) n where i.module_id = 'consult' and i.biz_id = ${id}`);
    const engineer = await shown('HVACEngineerNode');
    expect(engineer.beside).toEqual([{ key: 'lastReject', label: '上次驳回原因', as: 'text' }]);
    expect(engineer.row?.['lastReject']).toBe('暖通组长复核：第2次：缺少水力计算');
    expect((await shown('HVACEngineerNode', 'adviser')).row).toBeUndefined();
  });
});
