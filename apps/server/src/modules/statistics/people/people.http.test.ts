/** Statistics of people and customers, against records made by hand: what is counted, whose it is, what is refused, the workbook. */
import { boardExport } from '@hengneng/contracts';
import { renewalAreas, renewalBoard, renewalContracts } from '@hengneng/forms';
import type { BoardShape, ViewShape } from '@hengneng/form-kit';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../../testing/chains.ts';
import { held } from '../../../testing/client.ts';

type Row = Readonly<Record<string, unknown>>;
interface Answer {
  readonly rows: readonly Row[];
  readonly figures: Row;
  readonly total: number;
  readonly sums: Row;
  readonly charts: Readonly<Record<string, readonly { readonly by: string; readonly values: readonly string[] }[]>>;
}

/** A project of the manager's, and one of somebody else's in another area. */
const OWN = 'EMC01001';
const OTHER = 'EMC03001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(OWN);
}, 240_000);
afterAll(() => chains.close());

const call = async (view: ViewShape, body: object, account: string) => {
  const { client } = chains.server;
  return client.json(view.calls.index, { PageSize: 200, Charts: true, ...body }, await client.signIn(account));
};
const ask = async (view: ViewShape, body: object = {}, account = 'admin'): Promise<Answer> => {
  const answer = await call(view, body, account);
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return answer.data as unknown as Answer;
};
const chart = ({ charts }: Answer, key: string) => (charts[key] ?? []).map(({ by, values }) => [by, ...values]);

/** The sheets of a page's workbook, by their names. */
const workbook = async (board: BoardShape, body: object, account = 'admin') => {
  const { client } = chains.server;
  const file = await fetch(client.url + boardExport.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...held(await client.signIn(account)) },
    body: JSON.stringify({ Board: board.id, ...body }),
  });
  const sheets = await readXlsx(Buffer.from(await file.arrayBuffer()));
  return new Map(sheets.map(({ sheet, data }) => [sheet, data] as const));
};

describe('合同续签分析', () => {
  const YEAR = { from: '2031-01', to: '2031-12' };

  beforeAll(async () => {
    await chains.rows(`insert into contract (code, name, project_code, kind, amount, start_on, end_on, charge_model)
      select 'HT-T' || n, '合同' || n, case when n = 6 then '${OTHER}' else '${OWN}' end, 'EMC运营合同', 3650000, date '2021-04-01', ends, '能源托管'
      from (values (1, date '2031-03-31'), (2, '2031-03-31'), (3, '2031-06-30'), (4, '2031-06-30'), (5, '2031-09-30'), (6, '2031-09-30'), (7, '2032-09-30')) t (n, ends)`);
    await chains.rows(`insert into f_renewal_tracking (status, applicant, applicant_dept, serial, project, contract, contract_end, track_stage, charge_mode,
        current_income, expect_income, probability, weighted_income, risk_level, renew_result, new_income, lost_reason)
      select status, ${chains.user('projectManager')}, 'A632201', 'T-XQ' || n, '${OWN}', 'HT-T' || n, ends, stage, '能源托管', 400000, 500000, 60, 300000, risk,
        result, new_income, reason
      from (values (1, 'approved', date '2031-03-31', '合同会签', '绿（稳定）', '已续签', 440000, null),
        (2, 'approved', '2031-03-31', '方案报价', '红（可能流失）', '不续签退场', 0, '价格'),
        (3, 'running', '2031-06-30', '提前3个月谈判', '黄（有隐忧）', null, null, null),
        (4, 'approved', '2031-06-30', '合同会签', '绿（稳定）', '短期延期', 400000, null),
        (5, 'withdrawn', '2031-09-30', '合同会签', '绿（稳定）', null, null, null)) t (n, status, ends, stage, risk, result, new_income, reason)`);
  });

  it('counts what ends in the months, once each, and what was renewed of it', async () => {
    const all = await ask(renewalContracts, { ...YEAR, project: OWN });
    // Five of them end within the year; one has a tracking that was withdrawn, which is none. Its income is 3,650,000 over 3835 days.
    expect(all.total).toBe(5);
    expect(all.figures).toEqual({
      due: '5',
      dueIncome: '194.74',
      renewed: '20.00',
      renewedIncome: '22.59',
      weighted: '30.00',
      notStarted: '1',
      extended: '1',
      lost: '1',
    });
    expect(all.rows[0]).toMatchObject({ contract: 'HT-T5', result: '未启动', income: '347392.44', record: null });
    expect(all.rows.map((row) => row['contract'])).not.toContain('HT-T7');
    expect(chart(all, 'calendar')).toEqual([
      ['2031-03', '1', '0', '1', '0'],
      ['2031-06', '1', '1', '0', '0'],
      ['2031-09', '0', '0', '0', '1'],
    ]);
    expect(chart(all, 'phases')).toEqual([
      ['谈判', '1'],
      ['已续签', '1'],
    ]);
    expect(chart(all, 'reasons')).toEqual([['价格', '1', '40.00']]);
    expect(chart(all, 'months')[0]).toEqual(['2031-03', '2', '1', '50.00']);
  });

  it('narrows all lists of the page by the same filters, and shows each manager their own', async () => {
    expect((await ask(renewalContracts, { ...YEAR, risk: '黄（有隐忧）' })).rows).toMatchObject([
      { contract: 'HT-T3', weighted: '300000.00', phase: '谈判', leftDays: expect.any(Number) },
    ]);
    const areas = await ask(renewalAreas, { ...YEAR, project: OWN });
    expect(areas.rows).toMatchObject([
      { due: 5, renewed: 1, lost: 1, running: 1, extended: 1, notStarted: 1, rate: '20.00', newIncome: '440000.00' },
    ]);
    const mine = await ask(renewalContracts, YEAR, 'projectManager');
    expect(mine.rows.map((row) => row['contract'])).not.toContain('HT-T6');
    expect((await ask(renewalContracts, YEAR)).rows.map((row) => row['contract'])).toContain('HT-T6');
    expect((await call(renewalContracts, YEAR, 'operator')).status).not.toBe(1);
  });

  it('names months that are the wrong way round or too many', async () => {
    const wrong = await call(renewalContracts, { from: '2031-02', to: '2031-01' }, 'admin');
    expect(wrong.errors).toEqual([{ path: 'from', message: '开始月份不能晚于结束月份' }]);
    const long = await call(renewalAreas, { from: '2030-01', to: '2033-01' }, 'admin');
    expect(long.errors).toEqual([{ path: 'to', message: '最多选择36个月' }]);
  });

  it('takes all lists along in one workbook, with the same sums', async () => {
    const sheets = await workbook(renewalBoard, { ...YEAR, project: OWN });
    const contracts = sheets.get('合同清单') ?? [];
    expect(contracts).toHaveLength(7);
    const at = contracts[0]?.findIndex((head) => String(head).startsWith('年收入')) ?? -1;
    expect(contracts.at(-1)?.[at]).toBe(1947392.44);
    expect(sheets.get('区域续签')).toHaveLength(3);
    // Who holds another page of statistics does not take this one along, nor what no page is called.
    const { client } = chains.server;
    const unknown = await client.json(boardExport.path, { Board: 'nope' }, await client.signIn('admin'));
    expect(unknown.errors).toEqual([{ path: 'Board', message: '没有这个统计页' }]);
    const nobody = await client.json(boardExport.path, { Board: 'renewal' }, await client.signIn('operator'));
    expect(nobody.status).not.toBe(1);
  });
});
