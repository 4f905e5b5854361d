/** What the server works out while somebody is still filling in. */
import { type FormRecord, rowsOf } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { NOTICE, noticeValues, PROJECT } from '../testing/notice.ts';
import { insertRecord, markRecord } from './store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** One of the defined modules. */
const moduleOf = (name: string) => {
  const found = server.engine.catalog.all().find(({ id }) => id === name);
  if (found === undefined) throw new Error(name);
  return found;
};

it('brings along what links give although a value elsewhere is wrong, which a draft refuses', async () => {
  const operator = await server.client.signIn('operator');
  const wrong = noticeValues({
    waterVolume: '-5',
    leaderPhone: '12',
    chemicals: [{ name: '1', useSystem: '冷却水', quantity: '0' }],
  });
  const { status, data } = await server.client.post(`${NOTICE}/Preview`, wrong, operator);
  expect(status).toBe(1);
  expect(data['record']).toMatchObject({ customerContact: expect.stringMatching(/./), leaderPhone: null });
  expect(data['record']).toHaveProperty('chemicals.0.unitPrice', expect.stringMatching(/^\d+\.\d+$/));
  const draft = await server.client.post(`${NOTICE}/Draft`, wrong, operator);
  expect(draft.status).toBe(0);
  expect(draft.errors.map(({ path }) => path)).toEqual(['waterVolume', 'leaderPhone', 'chemicals[0].quantity']);
});

it('tells nothing of a project outside the data scope of whoever asks for it', async () => {
  const operator = await server.client.signIn('operator');
  const seen = async (project: string) => {
    const { data } = await server.client.post(`${NOTICE}/Preview`, noticeValues({ project, contract: null }), operator);
    const begun = await server.client.get(`${NOTICE}/GetInitInfo`, { ProjectCode: project }, operator);
    return [data, begun.data].map(({ record }) => (record as Record<string, unknown>)['customerContact']);
  };
  const theirs = await server.client.post('/webapi/Reference/Index', { Entity: 'project', PageSize: 500 }, operator);
  const own = (theirs.data.rows as readonly { readonly value: string }[]).map(({ value }) => value);
  const { rows } = await sql<{ code: string }>`
    select code from project where code <> all(${own}) and customer_contact is not null limit 1`.execute(server.db);
  expect(await seen(PROJECT)).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
  expect(await seen(rows[0]?.code ?? '')).toEqual([null, null]);
});

it('lets nobody point at a record that was not approved, or that they may not see, but where the approval that made their draft did', async () => {
  const FEEDBACK = '/bpmapi/SystemMaintenanceFeedback';
  const plans = moduleOf('systemMaintenance');
  const operator = await server.client.signIn('operator');
  const stranger = await server.client.signIn('hvacEngineer');
  const plan = async (applicant: string, dept: string, status: string) => {
    const id = await insertRecord(server.db, plans, { maintainType: '换季维护' }, applicant, dept);
    await markRecord(server.db, plans, id, { status, serial: `XTWH-${id}` });
    return id;
  };
  const draft = (maintenancePlan: string) => server.client.post(`${FEEDBACK}/Draft`, { maintenancePlan }, operator);
  const saidOf = async (BusinessId: string) => {
    const { errors } = await server.client.post(`${FEEDBACK}/Submit`, { BusinessId, FormVersion: '1' }, operator);
    expect(errors).toContainEqual(expect.objectContaining({ path: 'actualStart' }));
    return errors.find(({ path }) => path === 'maintenancePlan')?.message;
  };
  const shownOf = async (maintenancePlan: string) => {
    const { data } = await server.client.post(`${FEEDBACK}/Preview`, { maintenancePlan }, operator);
    const { planType } = data['record'] as Record<string, unknown>;
    const words = (data['labels'] as Record<string, Record<string, string>>)['maintenancePlan'];
    return [planType, words?.[maintenancePlan]];
  };
  const refused = '系统维护单未通过审批，或不在您的数据范围内，请重新选择';

  const own = await plan(operator.userId, 'A632201', 'approved');
  expect(await shownOf(own)).toEqual(['换季维护', expect.stringContaining(`XTWH-${own}`)]);
  const mine = String((await draft(own)).data['BusinessId']);
  expect(await saidOf(mine)).toBeUndefined();
  // What was approved when it was chosen may have been taken back since.
  await markRecord(server.db, plans, own, { status: 'cancelled' });
  expect(await saidOf(mine)).toBe(refused);

  const foreign = await plan(stranger.userId, 'A630701', 'approved');
  expect(await shownOf(foreign)).toEqual([null, undefined]);
  for (const id of [foreign, await plan(operator.userId, 'A632201', 'running')])
    expect((await draft(id)).errors).toEqual([{ path: 'maintenancePlan', message: refused }]);

  // As an effect makes it.
  const feedback = moduleOf('systemMaintenanceFeedback');
  const made = await insertRecord(server.db, feedback, { maintenancePlan: foreign }, operator.userId, 'A632201');
  expect(await saidOf(made)).toBe(refused);
  await sql`insert into follow_up (kind, title, user_id, target_module, target_id, given, source_module, source_id, source_effect)
    values ('待填报', '维护反馈', ${operator.userId}, ${feedback.id}, ${made}, ${[`${plans.id} ${foreign}`]}::text[], ${plans.id}, ${own},
      'systemMaintenance.test')`.execute(server.db);
  expect(await saidOf(made)).toBeUndefined();
});

it('holds nothing against anybody that a record within their reach gives', async () => {
  const sales = await server.client.signIn('sales');
  const operator = await server.client.signIn('operator');
  const filed = async (name: string, values: object, by: typeof sales, dept: string) => {
    const module = moduleOf(name);
    const id = await insertRecord(server.db, module, { ...values }, by.userId, dept);
    await markRecord(server.db, module, id, { status: 'approved', serial: `${name}-${id}` });
    return id;
  };
  const consultProject = await filed('consultProject', { ownerName: '业主甲' }, operator, 'A632201');
  const consult = await filed('consult', { consultProject }, sales, 'A630802');
  const offer = (call: string, values: object) => server.client.post(`/bpmapi/Offer/${call}`, values, sales);

  const { data } = await offer('Preview', { consult, consultProject });
  expect(data['record']).toMatchObject({ consultProject, buyer: '业主甲' });
  expect(data['labels']).toHaveProperty(['consultProject', consultProject]);
  expect((await offer('Draft', { consult, consultProject })).errors).toEqual([]);
  expect((await offer('Draft', { consultProject })).errors).toMatchObject([{ path: 'consultProject' }]);
});

it('copies a record without what may not be pointed at any more, and says so', async () => {
  const manager = await server.client.signIn('projectManager');
  const filed = async (name: string, values: FormRecord, status: string) => {
    const id = await insertRecord(server.db, moduleOf(name), values, manager.userId, 'A632201');
    await markRecord(server.db, moduleOf(name), id, { status, serial: `${name}-${status}` });
    return id;
  };
  const copyOf = async (status: string) => {
    const settlement = await filed('userSettlement', { project: PROJECT }, status);
    const of = await filed('preOpen', { project: PROJECT, lines: [{ settlement, quantity: '2.00' }] }, status);
    const { data } = await server.client.get('/bpmapi/InvoiceInAdvance/GetInitInfo', { CopyFrom: of }, manager);
    const record = data['record'] as FormRecord;
    const { errors } = await server.client.post('/bpmapi/InvoiceInAdvance/Draft', record, manager);
    const [line] = rowsOf(record, 'lines');
    return [line?.['settlement'] === settlement, line?.['quantity'], data['omitted'], errors];
  };
  expect(await copyOf('approved')).toEqual([true, '2.00', undefined, []]);
  expect(await copyOf('cancelled')).toEqual([false, '2.00', ['结算单'], []]);
});
