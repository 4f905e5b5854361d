/** Estimates of a project: the five sums side by side, and each work against the version before, line by line. */
import { estimateStages, estimateWorks } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { takenSheet } from '../../testing/taken.ts';

const PROJECT = 'EMC01001';
type Row = Readonly<Record<string, unknown>>;

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  await chains.rows(`update b_invest_project set voided = true where project = '${PROJECT}'`);
  await chains.rows(`insert into b_invest_project (source_module, source_id, source_effect, project, approved_invest, approved_on, state)
    values ('setup', 0, 'setup', '${PROJECT}', 600000, now(), '有效')`);
  await chains.rows(`insert into f_project_estimated_cost (status, applicant, applicant_dept, serial, stage, version_no, total_invest, project)
    select 'approved', ${chains.user('purchaser')}, 'A630802', 'T-' || v.stage || v.no, v.stage, v.no, v.total, '${PROJECT}'
    from (values ('方案概算', 1, 500000), ('签约预算', 1, 650000), ('签约预算', 2, 700000)) v (stage, no, total)`);
  // Ten pumps at 1000 become twelve at 1100; the tower goes, a pipe comes.
  await chains.rows(`insert into b_estimate_detail (source_module, source_id, source_effect, estimate, project, stage, version_no, current, work, content, unit,
      quantity, amount, price_source)
    select 'setup', 0, 'setup', c.id, c.project, c.stage, c.version_no, c.version_no = 2, w.work, w.content, '台', w.quantity, w.amount, '估算'
    from f_project_estimated_cost c join (values (1, '循环水泵', '离心泵', 10, 10000), (1, '冷却塔', '逆流塔', 1, 50000), (2, '循环水泵', '离心泵', 12, 13200),
      (2, '机房管道安装', '无缝管', 5, 2500)) w (no, work, content, quantity, amount) on w.no = c.version_no
    where c.serial like 'T-签约预算%'`);
}, 120_000);
afterAll(() => chains.close());

const ask = async (view: ViewShape, body: object = {}, account = 'purchaser') => {
  const { client } = chains.server;
  const answer = await client.json(
    view.calls.index,
    { project: PROJECT, PageSize: 200, Charts: true, ...body },
    await client.signIn(account),
  );
  expect(answer.message).toBe('');
  return answer.data as { readonly rows: readonly Row[]; readonly figures: Row; readonly sums: Row };
};

describe('estimates', () => {
  it('stand beside what was approved, contracted and settled', async () => {
    const contracted = await chains.rows(`select sum(amount)::text as amount, count(*)::int as count,
      sum(coalesce(settlement_amount, amount)) > 660000 as over from b_project_contract where project = '${PROJECT}' and not voided and state <> '已终止'`);
    const { rows, figures } = await ask(estimateStages);
    expect(rows).toMatchObject([
      {
        rough: '500000.00',
        estimate: '700000.00',
        versions: 3,
        approved: '600000.00',
        contracted: contracted[0]?.['amount'],
        contracts: contracted[0]?.['count'],
        // The demo company's contracts of this project come to 813300: 213300 above 600000.
        over: '213300.00',
        overRate: '35.55',
        state: '超批准10%',
      },
    ]);
    expect(figures).toMatchObject({ rough: '50.00', estimate: '70.00', approved: '60.00', contracted: '81.33' });
    await chains.rows(
      `update b_invest_project set approved_invest = 813300 where project = '${PROJECT}' and not voided`,
    );
    expect((await ask(estimateStages)).rows).toMatchObject([{ over: '0.00', state: '批准内' }]);
  });

  it('are compared work by work with the version before, or with the one asked for', async () => {
    const { rows, sums } = await ask(estimateWorks);
    expect(rows).toMatchObject(
      [
        {
          content: '逆流塔',
          mark: '取消',
          amount: null,
          oldAmount: '50000.00',
          change: '-50000.00',
          changeRate: '-100.00',
        },
        {
          content: '离心泵',
          versionNo: 2,
          againstNo: 1,
          price: '1100.0000',
          oldPrice: '1000.0000',
          // (12 − 10) × 1000 and (1100 − 1000) × 12
          byQuantity: '2000.00',
          byPrice: '1200.00',
          change: '3200.00',
          changeRate: '32.00',
          mark: '增加',
        },
        { content: '无缝管', mark: '新增', change: '2500.00', byQuantity: null },
      ].toSorted(
        (a, b) =>
          rows.findIndex((row) => row['content'] === a.content) - rows.findIndex((row) => row['content'] === b.content),
      ),
    );
    expect(sums).toMatchObject({ amount: '15700.00', oldAmount: '60000.00', change: '-44300.00' });
    const first = (await ask(estimateWorks, { version: '1' })).rows;
    expect(first.map((row) => row['mark'])).toEqual(['首版', '首版']);
    const back = (await ask(estimateWorks, { version: '1', against: '2', Keyword: '离心泵' })).rows;
    expect(back).toMatchObject([{ change: '-3200.00', mark: '减少' }]);
    const [head = [], ...body] = await takenSheet(chains.server.client, 'purchaser', estimateWorks.calls.export, {
      project: PROJECT,
    });
    expect(body.at(-1)?.[head.indexOf('增减（元）')]).toBe(-44300);
  });

  it('are seen with their project', async () => {
    expect((await ask(estimateStages, {}, 'projectManager3')).rows).toEqual([]);
    expect((await ask(estimateWorks, {}, 'projectManager3')).rows).toEqual([]);
    expect((await ask(estimateWorks, {}, 'projectManager')).rows).toHaveLength(3);
    const { client } = chains.server;
    expect((await client.json(estimateWorks.calls.index, {}, await client.signIn('operator'))).status).toBe(403);
  });
});
