/** Tools: entered, lent, given back, moved, counted, calibrated and scrapped; nobody takes what another has. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const OTHER = 'EMC01002';

let chains: Chains;
let meter = '';
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  meter = String(
    (await rows(`select id::text from b_tool where project = '${PROJECT}' and name = '数字万用表'`))[0]?.id,
  );
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);
const user = (account: string): string => chains.user(account);
const tools = (project = PROJECT) =>
  rows(`select name, quantity, lent, keeper::text, state, next_calibration::text as due from b_tool
    where project = '${project}' and not voided and quantity > 0 order by id`);
const one = async (name = '数字万用表', project = PROJECT) => (await tools(project)).find((row) => row.name === name);
const loans = () => rows('select quantity, returned, state from b_tool_loan where not voided order by id');

const business = (
  actionType: string,
  more: Readonly<Record<string, unknown>>,
  row: Readonly<Record<string, unknown>>,
) => ({
  project: PROJECT,
  actionType,
  actionDate: chains.day(-1),
  keeper: user('operator'),
  ...more,
  tools: [
    {
      tool: meter,
      toolName: '数字万用表',
      toolKind: '检测仪表',
      toolSpec: 'FLUKE 17B+',
      unitPrice: '680.00',
      toolState: '完好',
      nextCalibration: null,
      gapReason: null,
      ...row,
    },
  ],
});
const lend = (quantity: number) =>
  business('领用', { borrower: user('operator2'), dueBack: chains.day(10) }, { quantity });
const giveBack = (quantity: number) => business('归还', { borrower: user('operator2') }, { quantity });

describe('工具', () => {
  it('are lent and given back, with a reminder until then', async () => {
    const before = await tools();
    const lent = await chains.through('toolManagementRecord', 'operator', lend(2));
    expect(await one()).toMatchObject({ quantity: 2, lent: 2 });
    expect(await loans()).toEqual([{ quantity: 2, returned: 0, state: '待归还' }]);
    expect(await chains.reminders('toolManagementRecord', lent.id)).toMatchObject([
      { day: chains.day(10), users: [user('operator2')] },
    ]);
    const walk = chains.walk('toolManagementRecord');
    const file = async (values: Readonly<Record<string, unknown>>) =>
      walk.submit(
        'operator',
        await walk.draft('operator', await chains.filled('toolManagementRecord', 'operator', 0, values)),
      );
    expect((await file(lend(1))).errors).toEqual([
      { path: 'tools[0].quantity', message: '在库只有0件，已领用的须先归还' },
    ]);
    expect((await file(giveBack(3))).errors).toEqual([
      { path: 'tools[0].quantity', message: '归还数量大于领用未还的2件' },
    ]);

    const part = await chains.through('toolManagementRecord', 'operator', giveBack(1));
    expect(await loans()).toEqual([{ quantity: 2, returned: 1, state: '待归还' }]);
    const rest = await chains.through('toolManagementRecord', 'operator', giveBack(1));
    expect([await one(), await loans()]).toMatchObject([{ lent: 0 }, [{ quantity: 2, returned: 2, state: '已归还' }]]);
    expect(await chains.reminders('toolManagementRecord', lent.id)).toEqual([]);
    const early = await walk.post('generalManager', 'Cancel', { BusinessId: lent.id, Opinion: '重复' });
    expect(early.message).toContain('后续单据');
    await chains.cancel('toolManagementRecord', rest.id);
    expect(await chains.reminders('toolManagementRecord', lent.id)).toHaveLength(1);
    await chains.cancel('toolManagementRecord', part.id);
    await chains.cancel('toolManagementRecord', lent.id);
    expect([await tools(), await loans()]).toEqual([before, []]);
  });

  it('are not lent twice, whoever agrees first', async () => {
    const before = await tools();
    const ids = [
      await chains.submit('toolManagementRecord', 'operator', lend(2)),
      await chains.submit('toolManagementRecord', 'operator', lend(2)),
    ];
    for (const id of ids) await chains.agree('toolManagementRecord', 'operator', id, {}, '项目经理审核');
    const walk = chains.walk('toolManagementRecord');
    const answers = await Promise.all(ids.map((id) => walk.agree('operator', id, {})));
    expect(answers.filter((answer) => answer.message === '')).toHaveLength(1);
    expect(answers.flatMap((answer) => answer.errors ?? [])).toMatchObject([
      { message: '工具的在库数量不足，已领用的须先归还' },
    ]);
    expect(await one()).toMatchObject({ quantity: 2, lent: 2 });
    for (const [at, answer] of answers.entries())
      if (answer.message === '') await chains.cancel('toolManagementRecord', ids[at] ?? '');
    expect(await tools()).toEqual(before);
  });

  it('are entered, moved to another project, counted, calibrated and scrapped', async () => {
    const [before, elsewhere] = [await tools(), await tools(OTHER)];
    const done: string[] = [];
    const file = async (values: Readonly<Record<string, unknown>>, steps = {}) => {
      const { id, took } = await chains.through('toolManagementRecord', 'operator', values, steps);
      done.push(id);
      return { id, took };
    };
    await file(
      business(
        '新增入账',
        {},
        {
          tool: null,
          toolName: '红外测温仪',
          toolSpec: 'UT300',
          quantity: 2,
          unitPrice: '150.00',
          nextCalibration: chains.day(365),
        },
      ),
    );
    expect(await one('红外测温仪')).toMatchObject({ quantity: 2, keeper: user('operator'), due: chains.day(365) });
    expect(await chains.reminders('toolManagementRecord', done[0] ?? '')).toMatchObject([{ day: chains.day(335) }]);
    const other = (await one('数字万用表', OTHER))?.quantity;
    await file(business('项目间调拨', { targetProject: OTHER }, { quantity: 1 }));
    expect(await one()).toMatchObject({ quantity: 1 });
    expect((await one('数字万用表', OTHER))?.quantity).toBe(Number(other) + 1);
    await file(business('检定校准', {}, { quantity: 1, nextCalibration: chains.day(400) }));
    expect(await one()).toMatchObject({ due: chains.day(400) });
    const cost = () =>
      rows(
        `select sum(amount)::text as amount from project_cost where project_code = '${PROJECT}' and account = '工具' having sum(amount) <> 0`,
      );
    const harness = String(
      (await rows(`select id::text from b_tool where project = '${PROJECT}' and name = '全身式安全带'`))[0]?.id,
    );
    const belt = {
      tool: harness,
      toolName: '全身式安全带',
      toolKind: '安全防护',
      toolSpec: '双钩五点式',
      unitPrice: '260.00',
    };
    const counted = await file(business('盘点', {}, { ...belt, bookQty: 4, quantity: 3, gapReason: '外借未登记' }));
    expect(counted.took).toContain('区域经理审核');
    expect(await one('全身式安全带')).toMatchObject({ quantity: 3 });
    expect(await cost()).toEqual([{ amount: '260.00' }]);
    const drill = String(
      (await rows(`select id::text from b_tool where project = '${PROJECT}' and name = '真空检漏仪'`))[0]?.id,
    );
    const scrap = await file(
      business(
        '报废',
        { scrapReason: '丢失', compensateBy: user('operator2') },
        {
          tool: drill,
          toolName: '真空检漏仪',
          toolKind: '真空检漏设备',
          toolSpec: 'SQJ-2000',
          unitPrice: '12800.00',
          quantity: 1,
        },
      ),
      { 财务核销: { compensation: '3000.00' } },
    );
    expect(scrap.took).toContain('财务核销');
    expect(await rows(`select state from b_tool where id = ${drill}`)).toEqual([{ state: '已报废' }]);
    expect(await cost()).toEqual([{ amount: '13060.00' }]);
    const deducted = () =>
      rows(
        "select user_id::text as who, amount::text from payroll_deduction where source_module = 'toolManagementRecord' and not voided",
      );
    expect(await deducted()).toEqual([{ who: user('operator2'), amount: '3000.00' }]);
    for (const id of done.toReversed()) await chains.cancel('toolManagementRecord', id);
    expect([await tools(), await tools(OTHER), await cost(), await deducted()]).toEqual([before, elsewhere, [], []]);
  });
});
