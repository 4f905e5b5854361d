/** Lists of consultations that people of several trades have, each with its columns: what stands beside the records, whose they are, at which step. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import readXlsx from 'read-excel-file/node';
import { Chains } from '../../testing/chains.ts';
import { assigned, projectInSight } from '../testing/consulting.ts';

let chains: Chains;
/** Waits for the department's director; the other for the engineer. */
let fresh = '';
let handedOn = '';

const list = async (account: string, Page: string, ask: object = {}) => {
  const { data, message } = await chains.server.client.json(
    '/bpmapi/Consult/Index',
    { Page: `/projectContent/${Page}`, ...ask },
    await chains.server.client.signIn(account),
  );
  expect(message).toBe('');
  return {
    rows: new Map((data['rows'] as readonly Record<string, unknown>[]).map((row) => [String(row['BusinessId']), row])),
    total: data['total'],
    steps: data['stepCounts'],
  };
};

beforeAll(async () => {
  chains = await Chains.start();
  const consultProject = await projectInSight(chains, { expectAmount: '1234567.50', winRate: '35.5' });
  const ask = (days: number) =>
    chains.submit('consult', 'sales', { consultProject, consultType: '图纸审核', needDate: chains.day(days) });
  fresh = await ask(2);
  handedOn = await ask(30);
  await chains.agree('consult', 'sales', handedOn, assigned(chains), '暖通工程师编制');
}, 120_000);
afterAll(() => chains.close());

describe('a page of the list', () => {
  it('shows what its people go by, of the project and of the approval', async () => {
    const { rows } = await list('generalManager', 'consultIndex');
    expect(rows.get(fresh)).toMatchObject({ owner: '示范开发公司', stay: 0, left: 2, offer: null, urgency: '普通' });
    expect(rows.get(handedOn)).toMatchObject({ currentStep: '暖通工程师编制', left: 30 });
    const area = await list('generalManager', 'consultAreaList');
    expect(area.rows.get(fresh)).toMatchObject({ expectAmount: '1234567.50' });
    expect(Number(area.rows.get(fresh)?.['winRate'])).toBe(35.5);
    // People are read by their names.
    expect(area.rows.get(fresh)?.['salesman']).toMatch(/\p{Script=Han}/u);
  });

  it('without a page, or with one of another module, is the module’s own', async () => {
    const { rows } = await list('generalManager', 'marketFormList');
    expect(rows.get(fresh)).not.toHaveProperty('salesman');
  });

  it('finds what stands at a step, and no longer once it went on', async () => {
    const at = async (Step: unknown) => {
      const { rows, total } = await list('generalManager', 'consultIndex', { Step });
      expect(total).toBe(rows.size);
      return [...rows.keys()];
    };
    expect(await at('部门主任分派')).toEqual([fresh]);
    // How many stand at each is said of all that matches, whatever step is looked at.
    const { steps } = await list('generalManager', 'consultIndex', { Step: '部门主任分派' });
    expect(new Map((steps as { step: string; count: number }[]).map(({ step, count }) => [step, count]))).toEqual(
      new Map([
        ['部门主任分派', 1],
        ['暖通工程师编制', 1],
      ]),
    );
    expect((await list('generalManager', 'consultFormList')).steps).toBeUndefined();
    expect(await at(['部门主任分派', '暖通工程师编制'])).toEqual([handedOn, fresh]);
    await chains.agree('consult', 'sales', fresh, assigned(chains), '技术总监分派');
    expect(await at('部门主任分派')).toEqual([]);
    expect(await at('技术总监分派')).toEqual([fresh]);
  });

  it('of a person’s own has what they filed and what they were asked about, and says which', async () => {
    const mine = await list('sales', 'consultPersonList', { Scope: 'person' });
    expect(mine.rows.get(fresh)).toMatchObject({ role: '申请' });
    const theirs = await list('hvacEngineer', 'consultPersonList', { Scope: 'person' });
    expect([...theirs.rows.keys()]).toEqual([handedOn]);
    expect(theirs.rows.get(handedOn)).toMatchObject({ role: '经办' });
    expect((await list('hvacEngineer', 'consultPersonList', { Scope: 'mine' })).total).toBe(0);
  });

  it('is taken along with its columns', async () => {
    const session = await chains.server.client.signIn('generalManager');
    const file = await chains.server.client.bytes('/bpmapi/Consult/Export', session, {
      Page: '/projectContent/consultIndex',
      Columns: ['serial', 'consultProject', 'owner', 'left', 'currentStep'],
    });
    const [sheet] = await readXlsx(file);
    const [head = [], ...rows] = sheet?.data ?? [];
    expect(head).toEqual(['单号', '咨询项目', '客户', '剩余（天）', '当前步骤', '当前处理人']);
    expect(rows.map((row) => [row[2], row[3], row[4]])).toEqual([
      ['示范开发公司', 30, '暖通工程师编制'],
      ['示范开发公司', 2, '技术总监分派'],
    ]);
  });

  it('comes straight back to whoever returned it, without anybody being picked again', async () => {
    const { client } = chains.server;
    const info = async (account: string) =>
      (await client.get('/bpmapi/Consult/GetInfo', { BusinessId: handedOn }, await client.signIn(account))).data;
    const theirs = await info('hvacEngineer');
    const returned = await client.json(
      '/bpmapi/Consult/Reject',
      {
        NodeRecordId: theirs['NodeRecordId'],
        FormVersion: theirs['FormVersion'],
        Opinion: '缺平面图',
        To: 'starter',
        Resume: 'direct',
      },
      await client.signIn('hvacEngineer'),
    );
    expect(returned.message).toBe('');
    const mine = await info('sales');
    const next = (mine['steps'] as readonly Record<string, unknown>[]).find((step) => step['state'] === 'future');
    const engineer = await chains.user('hvacEngineer');
    expect(next).toMatchObject({ name: '暖通工程师编制', chosen: false, handlers: [{ UserId: engineer }] });
    const sent = await client.json(
      '/bpmapi/Consult/Submit',
      { BusinessId: handedOn, FormVersion: mine['FormVersion'] },
      await client.signIn('sales'),
    );
    expect(sent.message).toBe('');
    expect((await info('hvacEngineer'))['NodeRecordId']).not.toBeNull();
  });
});
