/** 项目移交: what was won waits, goes on with its papers, is signed for item by item, sent back, accepted and completed later. */
import { handoverList, waitingHandovers } from '@hengneng/forms';
import { randomUUID } from 'node:crypto';
import type { ViewShape } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consultationOf, offerOf, projectInSight } from '../../effects/testing/consulting.ts';
import { Chains } from '../../testing/chains.ts';
import { held } from '../../testing/client.ts';
import { tellHandovers } from './remind.ts';

const CALL = '/bpmapi/ConsultProject/HandOver';
const HEAT = 'A630701';
type Row = Readonly<Record<string, unknown>>;

let chains: Chains;
let project = '';
let handover = '';

beforeAll(async () => {
  chains = await Chains.start();
  project = await projectInSight(chains, {
    salesman: chains.user('sales'),
    salesDept: 'A630802',
    intentMode: 'EMC能源托管',
  });
  const consult = await consultationOf(chains, project);
  await offerOf(chains, consult, { periodDays: 90 }, { customerResult: '成交', dealPrice: '98100.00' });
}, 180_000);
afterAll(() => chains.close());

const session = (account: string) => chains.server.client.signIn(account);
const rowsOf = async (view: ViewShape, account: string, body: object = {}): Promise<readonly Row[]> => {
  const answer = await chains.server.client.json(view.calls.index, { PageSize: 100, ...body }, await session(account));
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return answer.data['rows'] as readonly Row[];
};
const post = async (account: string, body: object, key: string = randomUUID()) =>
  chains.server.client.json(CALL, body, await session(account), { 'Idempotency-Key': key });
const detail = async (account: string, id = handover) =>
  chains.server.client.get('/bpmapi/ConsultProject/GetHandOver', { Id: id }, await session(account));
const itemsOf = async (): Promise<readonly Row[]> => (await detail('sales')).data['items'] as readonly Row[];

const paper = (name: string, more: object = {}) => ({ name, required: true, given: true, copies: '2', ...more });
const contents = (more: object = {}) => ({
  consultProject: project,
  receiver: chains.user('technicalDirector'),
  items: [
    paper('合同'),
    paper('图纸', { dept: HEAT }),
    { name: '设备清单', required: true, given: false, lackNote: '待厂家确认', supplyOn: chains.day(3) },
  ],
  promises: [{ clause: '工期', value: '90 天', basis: '报价单', controllable: true, responsible: '工程' }],
  risks: [{ contact: '沈工', phone: '13800138000' }],
  ...more,
});

describe('项目移交', () => {
  it('begins with what was won, prefilled with what the offer promised; only within the scope', async () => {
    const [row] = (await rowsOf(waitingHandovers, 'sales')).filter((one) => one['consultProject'] === project);
    expect(row).toMatchObject({
      state: '待移交',
      stage: '销售到工程',
      amount: '98100.00',
      dueOn: chains.day(15),
      lateDays: null,
    });
    expect((await rowsOf(waitingHandovers, 'operator')).some((one) => one['consultProject'] === project)).toBe(false);
    const fresh = await chains.server.client.get(
      '/bpmapi/ConsultProject/GetHandOver',
      { consultProject: project },
      await session('sales'),
    );
    expect(fresh.data['promises']).toMatchObject([
      { clause: '工期', value: '90 天' },
      { clause: '质保期' },
      { clause: '成交价' },
    ]);
    const other = await post('operator', { action: 'save', ...contents() });
    expect(other.status).toBe(404);
  });

  it('says what is wrong at the line', async () => {
    const said = async (more: object, action = 'save') => (await post('sales', { action, ...contents(more) })).errors;
    expect(await said({ receiver: chains.user('sales') })).toEqual([
      { path: 'receiver', message: '移交人与接收人不能是同一人' },
    ]);
    expect(await said({ items: [{ name: '合同', required: true, given: false }] })).toEqual([
      { path: 'items[0].lackNote', message: '请说明缺项并填写补交日期' },
    ]);
    expect(await said({ items: [{ name: '合同', given: true }] })).toEqual([
      { path: 'items[0].copies', message: '请填写份数' },
    ]);
    expect(await said({ promises: [] }, 'submit')).toEqual([{ path: 'promises', message: '承诺条款至少一条' }]);
    expect(await said({ stage: '工程到运营' })).toEqual([{ path: 'stage', message: '请先办理销售到工程的移交' }]);
    expect(await rowsOf(handoverList, 'sales')).toEqual([]);
  });

  it('is registered once, whatever is sent twice', async () => {
    const key = randomUUID();
    const first = await post('sales', { action: 'submit', ...contents() }, key);
    expect([first.message, first.errors]).toEqual(['', []]);
    handover = String(first.data['Id']);
    expect((await post('sales', { action: 'submit', ...contents() }, key)).data).toEqual(first.data);
    expect((await post('sales', { action: 'submit', ...contents() })).status).toBe(404);
    const [row] = await rowsOf(handoverList, 'sales');
    expect(row).toMatchObject({ state: '待接收', complete: '66.67', lacking: 1, unsigned: 2, promises: 1, risks: 0 });
    expect(
      await chains.rows(`select user_id::text as "user" from follow_up where kind = '项目移交' order by user_id`),
    ).toEqual(
      [chains.user('technicalDirector'), chains.user('hvacLeader')]
        .toSorted((a, b) => Number(a) - Number(b))
        .map((user) => ({ user })),
    );
  });

  it('is signed for by the department that gets it, and accepted once all is signed', async () => {
    const [contract, drawing] = await itemsOf();
    const sign = (account: string, item: Row | undefined) =>
      post(account, { action: 'sign', Id: handover, items: [item?.['Id']] });
    expect((await sign('sales', contract)).status).toBe(403);
    // The department's people see it because of that paper alone.
    expect((await detail('hvacEngineer')).status).toBe(1);
    expect((await detail('legal2')).status).toBe(1);
    expect((await detail('projectManager')).status).toBe(404);
    expect((await sign('legal2', contract)).status).toBe(403);
    expect((await sign('hvacEngineer', drawing)).message).toBe('');
    expect((await sign('hvacLeader', drawing)).message).toBe('“图纸”已经签收');
    expect((await post('technicalDirector', { action: 'accept', Id: handover })).message).toBe(
      '还有资料没有签收：合同',
    );
    expect((await post('hvacLeader', { action: 'return', Id: handover, reason: '不全' })).status).toBe(403);
    expect((await post('technicalDirector', { action: 'return', Id: handover, reason: '' })).errors[0]?.message).toBe(
      '请填写退回原因',
    );
    expect((await post('technicalDirector', { action: 'return', Id: handover, reason: '图纸请更新' })).message).toBe(
      '',
    );
  });

  it('goes back, keeps the signatures of what did not change, and is submitted again', async () => {
    const { data } = await detail('sales');
    const items = data['items'] as readonly Row[];
    const again = (revision: unknown) =>
      post('sales', {
        action: 'submit',
        ...contents({
          Id: handover,
          revision,
          items: items.map((item) => ({ ...item, edition: item['name'] === '合同' ? '签署版' : '' })),
        }),
      });
    expect((await again(1)).status).toBe(409);
    expect((await again(data['revision'])).message).toBe('');
    const now = await itemsOf();
    expect(now.map((item) => item['signedBy'] !== null)).toEqual([false, true, false]);
    const mine = now.filter((item) => item['given'] === true && item['signedBy'] === null).map((item) => item['Id']);
    await post('technicalDirector', { action: 'sign', Id: handover, items: mine });
    expect((await post('technicalDirector', { action: 'accept', Id: handover })).message).toBe('');
    const [row] = await rowsOf(handoverList, 'technicalDirector');
    expect(row).toMatchObject({ state: '已接收', returns: 1, receivedOn: chains.day(0), unsigned: 0 });
    expect((await post('sales', { action: 'save', ...contents({ Id: handover, revision: 99 }) })).message).toBe(
      '已接收的移交单不能修改，请用补交',
    );
  });

  it('tells of what does not follow, once; what follows later is signed for as well', async () => {
    const tell = () => tellHandovers(chains.server.db, chains.server.engine, chains.day(4), chains.now);
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(0);
    const missing = (await itemsOf()).find((item) => item['given'] === false);
    const supply = (more: object) => post('sales', { action: 'supply', Id: handover, item: missing?.['Id'], ...more });
    expect((await supply({})).errors).toEqual([{ path: 'copies', message: '请填写份数' }]);
    expect((await supply({ copies: 1 })).message).toBe('');
    expect((await supply({ copies: 1 })).errors[0]?.message).toBe('该资料不存在或已经移交');
    expect((await post('sales', { action: 'supply', Id: handover, name: '合同', copies: 1 })).errors[0]?.path).toBe(
      'name',
    );
    expect((await post('sales', { action: 'supply', Id: handover, name: '竣工照片', copies: 1 })).message).toBe('');
    expect((await rowsOf(handoverList, 'sales'))[0]).toMatchObject({ complete: '100.00', lacking: 0, unsigned: 2 });
    const events = (await detail('sales')).data['events'] as readonly Row[];
    expect(events.map((event) => event['action'])).toEqual([
      '提交',
      '签收',
      '退回',
      '提交',
      '签收',
      '接收',
      '补交',
      '补交',
    ]);
    const trails = await chains.rows(`select action from audit_log where action like '项目移交%' order by id`);
    expect(trails).toHaveLength(events.length);
  });

  it('goes on from the works to those who run it, whose entry handover begins as a draft', async () => {
    const [next] = (await rowsOf(waitingHandovers, 'technicalDirector')).filter((row) => row['state'] === '待移交');
    expect(next).toMatchObject({ consultProject: project, stage: '工程到运营' });
    const made = await post('technicalDirector', {
      action: 'submit',
      ...contents({ receiver: chains.user('projectManager'), items: [paper('竣工图')], stage: '工程到运营' }),
    });
    expect([made.message, made.errors]).toEqual(['', []]);
    const Id = String(made.data['Id']);
    const items = ((await detail('projectManager', Id)).data['items'] as readonly Row[]).map((item) => item['Id']);
    await post('projectManager', { action: 'sign', Id, items });
    expect((await post('projectManager', { action: 'accept', Id })).errors).toEqual([
      { path: 'project', message: '请选择运营项目' },
    ]);
    expect((await post('projectManager', { action: 'accept', Id, project: chains.project })).message).toBe('');
    expect(
      await chains.rows(
        `select project, handover_person as person from f_entry_handover where status = 'draft' and project = '${chains.project}'`,
      ),
    ).toHaveLength(1);
  });

  it('goes on paper with both signatures', async () => {
    const print = async (account: string) =>
      fetch(`${chains.server.client.url}/bpmapi/ConsultProject/PrintHandOver`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...held(await session(account)) },
        body: JSON.stringify({ Id: handover }),
      });
    expect((await print('sales')).headers.get('content-type')).toBe('application/pdf');
    expect((await print('projectManager2')).headers.get('content-type')).toContain('json');
    expect(await chains.rows(`select prints from handover where id = ${handover}`)).toEqual([{ prints: 1 }]);
  });

  it('that nobody begins is told of every day, to the salesman and the head of the department', async () => {
    await chains.rows(`delete from handover where id <> 0`);
    const tell = (day: number) => tellHandovers(chains.server.db, chains.server.engine, chains.day(day), chains.now);
    expect(await tell(15)).toBe(0);
    expect(await tell(16)).toBe(1);
    expect(await tell(16)).toBe(0);
    expect(await tell(17)).toBe(1);
    const told = await chains.rows(
      `select distinct user_id::text as "user" from follow_up where title like '%仍未移交%'`,
    );
    expect(told.map((row) => row['user']).toSorted()).toEqual(
      [chains.user('sales'), chains.user('salesTechnical')].toSorted(),
    );
  });
});
