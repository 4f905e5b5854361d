/** Statistics of people and customers, against records made by hand: what is counted, whose it is, what is refused, the workbook. */
import { boardExport } from '@hengneng/contracts';
import {
  bidBoard,
  bidDeposits,
  bidList,
  bidReasons,
  bidRivals,
  bidSales,
  feedbackBoard,
  feedbackList,
  feedbackProjects,
  feedbackRepeats,
  renewalAreas,
  renewalBoard,
  renewalContracts,
  satisfactionBoard,
  satisfactionDimensions,
  satisfactionOpinions,
  satisfactionProjects,
  satisfactionQuarters,
  trainingBoard,
  trainingMonths,
  trainingPeople,
  trainingProjects,
  trainingRecords,
  trainingTrainers,
} from '@hengneng/forms';
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
    // Nobody takes along a page that there is none of, or that they do not hold.
    const { client } = chains.server;
    const unknown = await client.json(boardExport.path, { Board: 'nope' }, await client.signIn('admin'));
    expect(unknown.errors).toEqual([{ path: 'Board', message: '没有这个统计页' }]);
    const nobody = await client.json(boardExport.path, { Board: 'renewal' }, await client.signIn('operator'));
    expect(nobody.status).not.toBe(1);
  });
});

describe('投标总结统计', () => {
  const YEAR = { from: '2021-01-01', to: '2021-12-31' };

  beforeAll(async () => {
    await chains.rows(`insert into f_emc_project_bid_summary (status, applicant, applicant_dept, serial, bid_name, bid_no, tenderee, open_time, business_mode,
        our_price, win_price, tech_score, bid_result, winner, lost_reasons, deposit, deposit_returned, bid_cost_total)
      select status, ${chains.user('sales')}, 'A630802', 'T-TB' || n, name, 'NO' || n, '甲方', opened::date + time '01:00', '能源费用托管',
        ours, win, tech, result, winner, reasons::text[], deposit, returned, cost
      from (values (1, 'approved', '一号楼', '2021-02-01', 110, 100, 40, '未中标', '对手甲', '{报价偏高}', 1000, 1000, 200),
        (2, 'approved', '一号楼', '2021-03-01', 90, 90, 42, '中标', null, null, 1000, 400, 300),
        (3, 'approved', '二号楼', '2021-03-05', 120, 100, 35, '未中标', ' 对手甲', '{报价偏高,对手低价}', 0, 0, 100),
        (4, 'approved', '三号楼', '2021-04-01', 50, null, 30, '废标', null, '{标书失误}', 0, 0, 50),
        (5, 'approved', '四号楼', '2021-04-02', 50, null, 30, '流标', null, null, 0, 0, 10),
        (6, 'running', '五号楼', '2021-04-03', 50, 50, 30, '中标', null, null, 0, 0, 999),
        (7, 'approved', '六号楼', '2022-04-03', 50, 50, 30, '中标', null, null, 0, 0, 999))
        t (n, status, name, opened, ours, win, tech, result, winner, reasons, deposit, returned, cost)`);
    await chains.rows(`insert into f_emc_project_bid_summary_competitors (parent_id, row_no, competitor, price, tech_part, strength)
      select r.id, 1, '对手甲', case r.serial when 'T-TB2' then 100 else 80 end, case r.serial when 'T-TB2' then 40 else 0 end, '价低'
      from f_emc_project_bid_summary r where r.serial in ('T-TB1', 'T-TB2', 'T-TB3')`);
  });

  it('counts each tender by its last opening, and what was spent on all of them', async () => {
    const all = await ask(bidList, YEAR);
    expect(all.figures).toEqual({
      bids: '4',
      rate: '33.33',
      wonAmount: '90.00',
      cost: '660.00',
      costPerWin: '660.00',
      dropped: '1',
    });
    expect(chart(all, 'months')).toEqual([
      ['2021-02', '0', '0', null],
      ['2021-03', '2', '1', '50.00'],
      ['2021-04', '2', '0', '0.00'],
    ]);
    expect(chart(all, 'deviation')).toContainEqual(['二号楼', '120.00', null, '35.00']);
    expect((await ask(bidReasons, YEAR)).rows).toMatchObject([
      { reason: '对手低价', count: 1, share: '50.00' },
      { reason: '报价偏高', count: 1 },
      { reason: '标书失误', count: 1 },
    ]);
    expect((await ask(bidRivals, YEAR)).rows).toMatchObject([
      { rival: '对手甲', met: 2, won: 1, lost: 1, rate: '50.00', priceGap: '20.00', techGap: '2.00', strength: '价低' },
    ]);
    expect((await ask(bidSales, YEAR)).rows).toMatchObject([
      { bids: 4, won: 1, rate: '33.33', wonAmount: '90.00', void: 1, cost: '660.00', travels: 0 },
    ]);
  });

  it('keeps what deposits came back since', async () => {
    expect((await ask(bidDeposits, YEAR)).figures).toEqual({ left: '600.00' });
    await chains.rows(`insert into b_deposit_receivable (source_module, source_id, source_effect, kind, contract_no, amount, returned)
      values ('EMCProjectBidSummary', 1, 'EMCProjectBidSummary.deposit', '投标保证金', 'NO2', 1000, 1000)`);
    const later = await ask(bidDeposits, YEAR);
    expect([later.figures, later.sums]).toEqual([
      { left: '0.00' },
      { deposit: '2000.00', returned: '2000.00', left: '0.00' },
    ]);
    const sheets = await workbook(bidBoard, YEAR);
    expect(sheets.get('投标明细')?.at(-1)).toContain(660);
  });

  it('shows salesmen their own, refuses others, and names days that are the wrong way round', async () => {
    expect((await ask(bidList, YEAR, 'sales')).total).toBe(5);
    await chains.rows(
      `update f_emc_project_bid_summary set applicant = ${chains.user('admin')}, applicant_dept = 'A63' where serial = 'T-TB4'`,
    );
    expect((await ask(bidList, YEAR, 'sales')).total).toBe(4);
    expect((await call(bidList, YEAR, 'operator')).status).not.toBe(1);
    expect((await call(bidRivals, { from: '2021-02-02', to: '2021-02-01' }, 'admin')).errors).toEqual([
      { path: 'from', message: '开始日期不能晚于结束日期' },
    ]);
  });
});

describe('用户反馈统计', () => {
  const MARCH = { from: '2021-03-01', to: '2021-03-31' };

  beforeAll(async () => {
    // Answered within the hour, or after three; solved after as many hours as are given.
    await chains.rows(`insert into f_user_complaint (status, applicant, applicant_dept, serial, project, receive_time, respond_before, first_response, solved_time,
        phone, complaint_type, channel, severity, place, repeat_times, established, compensation, total_cost, revisit_score, handler, cause_type)
      select status, case project when '${OTHER}' then ${chains.user('admin')} else ${chains.user('projectManager')} end, 'A632201', 'T-TS' || n, project, at, at + interval '2 hours', at + make_interval(hours => answered),
        at + make_interval(hours => solved), phone, kind, channel, '一般', '三层', 1, established, compensation, compensation + 10, score,
        ${chains.user('operator')}, '末端堵塞'
      from (select *, at0::timestamp at time zone 'Asia/Shanghai' as at from (values
        (1, 'approved', '${OWN}', '2021-02-20 10:00', 1, 4, '1', '室内偏冷', '400热线', '成立', 0, 8),
        (2, 'approved', '${OWN}', '2021-03-01 00:30', 1, 2, '1', '室内偏冷', '400热线', '成立', 100, 6),
        (3, 'approved', '${OWN}', '2021-03-20 10:00', 3, 6, '1', '室内偏冷', '12345政务热线', '部分成立', 50, 8),
        (4, 'approved', '${OWN}', '2021-03-21 10:00', 1, 4, '2', '漏水滴水', '400热线', '不成立', 0, 10),
        (5, 'running', '${OWN}', '2021-03-22 10:00', 1, null, '3', '异味', '400热线', null, 0, null),
        (6, 'approved', '${OTHER}', '2021-03-31 23:30', 3, 8, '4', '异味', '400热线', '成立', 0, 4))
        t (n, status, project, at0, answered, solved, phone, kind, channel, established, compensation, score)) x`);
    await chains.rows(`insert into f_user_interview_record_tel (status, applicant, applicant_dept, serial, project, call_time, completed, detractor)
      values ('approved', ${chains.user('projectManager')}, 'A632201', 'T-DH1', '${OWN}', '2021-03-05 10:00+08', 1, 1)`);
  });

  it('counts what was taken down in the days of China, answered in time, solved and found true', async () => {
    const all = await ask(feedbackList, { ...MARCH, project: OWN });
    expect(all.figures).toEqual({
      all: '3',
      onTime: '66.67',
      hours: '4.0',
      established: '66.67',
      score: '8.0',
      compensation: '150.00',
      repeated: '2',
      open: '1',
    });
    expect(chart(all, 'kinds')).toEqual([
      ['室内偏冷', '2'],
      ['漏水滴水', '1'],
    ]);
    expect(chart(all, 'hours')).toContainEqual(['室内偏冷', '4.0', '4.0', '6.0']);
    expect((await ask(feedbackList, { ...MARCH, project: OWN, running: '含处理中' })).figures['all']).toBe('4');
    expect((await ask(feedbackList, { ...MARCH, project: OWN, channel: '12345政务热线' })).figures['all']).toBe('1');
  });

  it('compares projects with the days before, by the area that is supplied', async () => {
    await chains.rows(`update project set area_m2 = 20000 where code = '${OWN}'`);
    const { rows, figures } = await ask(feedbackProjects, { ...MARCH, project: OWN });
    expect(rows).toMatchObject([
      {
        count: 3,
        before: 1,
        growth: '200.00',
        density: '1.50',
        established: 2,
        cost: '180.00',
        score: '8.0',
        issues: 0,
      },
    ]);
    expect([rows[0]?.['detractors'], figures]).toEqual([1, { density: '1.50' }]);
    expect((await ask(feedbackProjects, { from: '2021-03-01', project: OWN })).rows[0]?.['before']).toBeNull();
  });

  it('makes one row of what comes again, and says whether it is being put right', async () => {
    const [row] = (await ask(feedbackRepeats, { ...MARCH, project: OWN })).rows;
    expect(row).toMatchObject({
      times: 2,
      first: '2021-03-01',
      last: '2021-03-20',
      rectified: '未立整改',
      serial: 'T-TS3',
    });
    await chains.rows(`insert into f_emc_problem_rectification (status, applicant, applicant_dept, serial, project, source, source_no)
      values ('running', ${chains.user('areaManager')}, 'A632201', 'T-ZG1', '${OWN}', '用户投诉', 'T-TS3')`);
    expect((await ask(feedbackRepeats, { ...MARCH, project: OWN })).rows).toMatchObject([{ rectified: '已立整改' }]);
  });

  it('shows a manager their own projects only, and takes the same figures along', async () => {
    expect((await ask(feedbackList, MARCH)).total).toBe(4);
    expect((await ask(feedbackList, MARCH, 'projectManager')).total).toBe(3);
    const mine = await ask(feedbackProjects, MARCH, 'projectManager');
    expect(mine.rows.map((row) => row['place'])).not.toContain(OTHER);
    expect((await call(feedbackList, MARCH, 'hr')).status).not.toBe(1);
    expect((await call(feedbackList, { ...MARCH, severity: '没有' }, 'admin')).errors[0]?.path).toBe('severity');
    const sheets = await workbook(feedbackBoard, MARCH, 'projectManager');
    expect(sheets.get('投诉明细')?.at(-1)).toContain(150);
    expect(sheets.get('重复投诉')).toHaveLength(3);
  });
});

describe('满意度分析', () => {
  const SPRING = { year: 2021, quarter: '第二季度' };

  beforeAll(async () => {
    const by = chains.user('projectManager');
    await chains.rows(`insert into f_interview_record (status, applicant, applicant_dept, serial, project, year, quarter, visit_time, satisfaction,
        problem_count, solved_count, renew_intention, season)
      select 'approved', ${by}, 'A632201', 'T-HF' || n, project, 2021, quarter, at::timestamptz, score, problems, solved, '倾向续签',
        case n when 2 then '采暖季' else '制冷季' end
      from (values (1, '${OWN}', '第一季度', '2021-03-02', 90, 0, 0), (2, '${OWN}', '第二季度', '2021-05-01', 50, 0, 0),
        (3, '${OWN}', '第二季度', '2021-06-20', 80, 2, 1), (4, '${OTHER}', '第二季度', '2021-06-21', 95, 0, 0)) t (n, project, quarter, at, score, problems, solved)`);
    await chains.rows(`insert into f_interview_record_scores (parent_id, row_no, dimension, score)
      select r.id, 1, d.dimension, d.score from f_interview_record r join (values ('T-HF1', '制冷效果', 8), ('T-HF2', '制冷效果', 1), ('T-HF3', '制冷效果', 6),
        ('T-HF3', '采暖效果', 9), ('T-HF4', '制冷效果', 10)) d (serial, dimension, score) on d.serial = r.serial`);
    await chains.rows(`insert into f_interview_record_problems (parent_id, row_no, problem_type, problem, promise_date)
      select r.id, n, '噪音振动', '意见' || n, '2021-06-30' from f_interview_record r, generate_series(1, 2) n where r.serial = 'T-HF3'`);
    await chains.rows(`insert into f_user_interview_record (status, applicant, applicant_dept, serial, project, interview_date, total_mark, issue_count, closed_count)
      values ('approved', ${by}, 'A632201', 'T-ZF1', '${OWN}', '2021-05-10', 70, 1, 1)`);
    await chains.rows(`insert into f_user_interview_record_issues (parent_id, row_no, issue_kind, issue)
      select id, 1, '漏水', '意见3' from f_user_interview_record where serial = 'T-ZF1'`);
    await chains.rows(`insert into f_user_interview_record_tel (status, applicant, applicant_dept, serial, project, call_time, completed, total_score, recommend_score)
      values ('approved', ${by}, 'A632201', 'T-DH2', '${OWN}', '2021-06-01', 1, 90, 10), ('approved', ${by}, 'A632201', 'T-DH3', '${OWN}', '2021-06-02', 1, 60, 5),
        ('approved', ${by}, 'A632201', 'T-DH4', '${OWN}', '2021-06-02', 0, null, null)`);
  });

  it('weighs the ways of asking, those that there are, and takes the last visit of a quarter', async () => {
    const own = await ask(satisfactionProjects, { ...SPRING, project: OWN });
    // (80 × 40 + 70 × 25 + 75 × 15) ÷ 80; the quarter before 90.
    expect(own.rows).toMatchObject([
      {
        score: '75.9',
        change: '-14.1',
        quarterly: '80.0',
        called: '75.0',
        answered: null,
        visits: 4,
        standing: '足够',
        rank: 1,
        lowest: '制冷效果',
        lowestScore: '60.0',
        nps: '0.0',
        opinions: 3,
        solved: 2,
        closed: '66.67',
        intention: '倾向续签',
        lastVisit: '2021-06-20',
      },
    ]);
    expect(own.figures).toEqual({
      score: '75.9',
      nps: '0.0',
      coverage: '100.00',
      closed: '66.67',
      low: '1',
      unvisited: '0',
    });
    const all = await ask(satisfactionProjects, SPRING);
    // (87.5 × 40 + 70 × 25 + 75 × 15) ÷ 80
    expect(all.figures['score']).toBe('79.7');
    expect(all.rows.find((row) => row['place'] === OTHER)).toMatchObject({ standing: '样本不足', rank: null });
    expect(all.rows.some((row) => row['standing'] === '未回访')).toBe(true);
    const called = await ask(satisfactionProjects, { ...SPRING, project: OWN, source: '电话回访' });
    expect(called.rows).toMatchObject([{ score: '75.0', visits: 2, opinions: 0 }]);
    // Of a season the last visit that was about it, and no other way of asking.
    const heated = await ask(satisfactionProjects, { ...SPRING, project: OWN, season: '采暖季' });
    expect(heated.rows).toMatchObject([{ score: '50.0', visits: 1, called: null, lowestScore: '10.0', opinions: 0 }]);
    expect((await ask(satisfactionProjects, { year: 2021, project: OWN })).rows[0]?.['change']).toBeNull();
  });

  it('compares the dimensions with before and with all, and draws the quarters', async () => {
    const dimensions = await ask(satisfactionDimensions, { ...SPRING, project: OWN });
    expect(dimensions.rows).toHaveLength(10);
    expect(dimensions.rows[0]).toMatchObject({ score: '60.0', before: '80.0', change: '-20.0', all: '80.0', low: 1 });
    expect(chart(dimensions, 'dimensions')[1]).toEqual(['采暖效果', '90.0', null, '90.0']);
    const quarters = await ask(satisfactionQuarters, SPRING);
    expect(quarters.rows).toHaveLength(8);
    expect(quarters.rows.at(-1)).toMatchObject({ quarterName: '2021年2季度', highest: '95.0', lowest: '75.9' });
  });

  it('lists opinions that are open before those that are not, for those who see the project', async () => {
    const own = await ask(satisfactionOpinions, { ...SPRING, project: OWN });
    expect(own.rows.map((row) => [row['opinion'], row['state']])).toEqual([
      ['意见1', '未全部解决'],
      ['意见2', '未全部解决'],
      ['意见3', '已解决'],
    ]);
    expect(chart(own, 'kinds')).toEqual([
      ['噪音振动', '2', '0'],
      ['漏水', '1', '1'],
    ]);
    const other = await ask(satisfactionProjects, SPRING, 'projectManager');
    expect(other.rows.map((row) => row['place'])).not.toContain(OTHER);
    expect((await call(satisfactionProjects, SPRING, 'hr')).status).not.toBe(1);
    expect((await call(satisfactionProjects, { year: 1800 }, 'admin')).errors[0]?.path).toBe('year');
    const sheets = await workbook(satisfactionBoard, { ...SPRING, project: OWN });
    expect([...sheets.keys()].slice(0, 4)).toEqual(['项目满意度', '客户意见', '十维得分', '季度走势']);
    expect(sheets.get('项目满意度')?.at(-1)).toContain(4);
  });
});

describe('培训报表', () => {
  const SPRING = { from: '2021-01', to: '2021-03', project: 'EMC90001' };

  beforeAll(async () => {
    const [by, operator, engineer] = ['projectManager', 'operator', 'engineer'].map((account) => chains.user(account));
    await chains.rows(
      `insert into project (code, name, area, state) select 'EMC90001', '培训项目', area, 2 from project where code = '${OTHER}'`,
    );
    await chains.rows(
      `insert into user_project (user_id, project_code) values (${operator}, 'EMC90001'), (${engineer}, 'EMC90001')`,
    );
    await chains.rows(`insert into b_training_category (source_module, source_id, source_effect, name, safety)
      values ('SETUP', 0, '', '测试安全类', true), ('SETUP', 0, '', '测试一般类', false)`);
    await chains.rows(`insert into f_monthly_training_plan (status, applicant, applicant_dept, serial, project, plan_month, plan_level, year_target)
      values ('approved', ${by}, 'A632201', 'T-JH1', 'EMC90001', '2021-02', '项目级', 12)`);
    await chains.rows(`insert into f_monthly_training_plan_sessions (parent_id, row_no, topic)
      select id, n, (array['甲', '乙'])[n] from f_monthly_training_plan, generate_series(1, 2) n where serial = 'T-JH1'`);
    await chains.rows(`insert into f_monthly_training_process_record (status, applicant, applicant_dept, serial, project, plan, in_plan, topic, category, trainer,
        start_time, hours, should_count, actual_count, credit_total, approved_hours, actual_fee, lecturer_fee)
      select status, ${by}, 'A632201', 'T-PX' || n, 'EMC90001', case n when 1 then (select id from f_monthly_training_plan where serial = 'T-JH1') end, kind, topic,
        (select id from b_training_category where name = category), ${by}, held::timestamptz, hours, 2, actual, credit, settled, fee, fee
      from (values (1, 'approved', '计划内', '甲', '测试安全类', '2021-02-10', 2, 2, 4, 2, 100), (2, 'approved', '计划外临时增加', '丙', '测试一般类', '2021-03-05', 1, 1, 1, 1, 0),
        (3, 'running', '计划外临时增加', '丁', '测试安全类', '2021-03-06', 9, 2, 9, 9, 999)) t (n, status, kind, topic, category, held, hours, actual, credit, settled, fee)`);
    await chains.rows(`insert into f_monthly_training_process_record_trainees (parent_id, row_no, trainee, attend, credit_hours, score, result)
      select r.id, n, who, attend, credit, score, result from f_monthly_training_process_record r join (values
        ('T-PX1', 1, ${operator}, '准时', 2, 80, '合格'), ('T-PX1', 2, ${engineer}, '迟到', 2, 50, '补考'),
        ('T-PX2', 1, ${operator}, '准时', 1, 90, '合格'), ('T-PX2', 2, ${engineer}, '缺席', 0, null, '未考核')) t (serial, n, who, attend, credit, score, result)
        on t.serial = r.serial`);
    await chains.rows(`insert into f_training_feedback (status, applicant, applicant_dept, serial, process_record, practical_rate, depth_rate, lecturer_rate, interact_rate,
        courseware_rate, organize_rate, avg_rate)
      select 'approved', ${operator}, 'A632201', 'T-FK1', id, 5, 2, 5, 5, 5, 5, 4.5 from f_monthly_training_process_record where serial = 'T-PX1'`);
  });

  it('counts what was settled, against the plan and the aim of the year', async () => {
    const projects = await ask(trainingProjects, SPRING);
    expect(projects.rows).toMatchObject([
      {
        people: 2,
        planned: 2,
        done: 1,
        rate: '50.00',
        credit: '3.0',
        average: '1.5',
        target: '12.0',
        reached: '0.00',
        attended: '75.00',
        score: '73.3',
        passed: '66.67',
        fee: '100.00',
        rated: '4.50',
        unsafe: 2,
      },
    ]);
    expect(projects.figures).toEqual({ average: '1.5' });
    expect((await ask(trainingRecords, SPRING)).figures).toEqual({ attended: '75.00', passed: '66.67', rated: '4.50' });
    const months = await ask(trainingMonths, SPRING);
    expect(months.figures).toEqual({ rate: '50.00' });
    expect(chart(months, 'courses')).toEqual([
      ['2021-01', '0', '0', '0'],
      ['2021-02', '2', '1', '0'],
      ['2021-03', '0', '0', '1'],
    ]);
    expect(chart(months, 'hours')).toEqual([
      ['2021-01', '0.0', '1.0'],
      ['2021-02', '1.0', '2.0'],
      ['2021-03', '1.5', '3.0'],
    ]);
  });

  it('names who learnt too little and who teaches how', async () => {
    expect((await ask(trainingPeople, SPRING)).rows).toMatchObject([
      {
        person: chains.user('engineer'),
        credit: '1.0',
        target: '3.0',
        short: '2.0',
        absent: 1,
        failed: '甲',
        safety: '已上',
      },
      { person: chains.user('operator'), credit: '2.0', short: '1.0', absent: 0, failed: null, safety: '已上' },
    ]);
    expect((await ask(trainingTrainers, SPRING)).rows).toMatchObject([
      { courses: 2, hours: '3.0', learners: 3, rated: '4.50', lowest: '难易适当', fee: '100.00' },
    ]);
    expect((await ask(trainingPeople, { from: '2021-02', to: '2021-02', project: 'EMC90001' })).rows).toMatchObject([
      { person: chains.user('engineer'), short: '0.0', failed: '甲' },
    ]);
  });

  it('is no business of other projects, and goes along with the same sums', async () => {
    expect((await ask(trainingProjects, SPRING, 'projectManager')).rows).toEqual([]);
    expect((await ask(trainingPeople, SPRING, 'projectManager')).rows).toEqual([]);
    expect((await call(trainingProjects, SPRING, 'cashier')).status).not.toBe(1);
    expect((await call(trainingMonths, { from: '2021-04', to: '2021-03' }, 'admin')).errors[0]?.path).toBe('from');
    const sheets = await workbook(trainingBoard, SPRING);
    expect(sheets.get('项目培训')?.at(-1)).toContain(100);
    expect(sheets.get('未达标人员')).toHaveLength(4);
  });
});
