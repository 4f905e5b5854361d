/** 单位工程造价: medians without what lies outside the fences, prices entered with what proves them, ended ones that count no more. */
import { PRICE_IMPORT_COLUMNS, type SheetFault } from '@hengneng/contracts';
import { engineeringPrices, priceIndicators, priceQuarters, priceSuppliers } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { sheetOf } from '../../testing/sheets.ts';
import { takenSheet } from '../../testing/taken.ts';

const NAME = '测试用离心泵';
const ITEM = `${NAME}|200m³/h|台`;
type Row = Readonly<Record<string, unknown>>;

let chains: Chains;
let supplier = '';
beforeAll(async () => {
  chains = await Chains.start();
  supplier = String((await chains.rows(`select id::text from supplier order by id limit 1`))[0]?.['id']);
  // 100, 110, 120, 130 a quarter apart, and one that nobody would pay.
  await chains.rows(`insert into b_unit_engineering_price (source_module, source_id, source_effect, section, name, spec, unit, unit_price, price_kind, project,
      supplier, price_date)
    select 'setup', 0, 'setup', '水泵', '${NAME}', '200m³/h', '台', v.price, '合同价', 'EMC01001', case when v.price < 200 then ${supplier}::bigint end, v.day::date
    from (values (100, '2026-02-01'), (110, '2026-02-20'), (120, '2026-05-01'), (130, '2020-05-01'), (900, '2026-05-02')) v (price, day)`);
});
afterAll(() => chains.close());

const save = async (body: object, account = 'purchaser') =>
  chains.server.client.json('/bpmapi/EngineeringPrice/Save', body, await chains.server.client.signIn(account));
const add = async (more: object = {}, account = 'purchaser') =>
  save(
    {
      action: 'add',
      section: '水泵',
      name: NAME,
      spec: '200m³/h',
      unit: '台',
      unitPrice: '115.5',
      priceKind: '询价',
      priceDate: chains.day(-1),
      file: account === 'purchaser' ? await chains.file(account) : '',
      ...more,
    },
    account,
  );
const ask = async (view: ViewShape, body: object = {}, account = 'purchaser') => {
  const { client } = chains.server;
  const answer = await client.json(
    view.calls.index,
    { PageSize: 200, Charts: true, ...body },
    await client.signIn(account),
  );
  expect(answer.message).toBe('');
  return answer.data as { readonly rows: readonly Row[]; readonly figures: Row };
};
const prices = async (account = 'purchaser') => (await ask(engineeringPrices, { Keyword: NAME }, account)).rows;

describe('prices of building works', () => {
  it('are compared with the median of what lies within the fences', async () => {
    // Quartiles 110 and 130: what is beyond 80 and 160 counts no more, so that the median is that of 100, 110, 120, 130.
    const rows = await prices();
    expect(rows.map((row) => [Number(row['unitPrice']), row['state'], row['off']])).toEqual(
      expect.arrayContaining([
        [900, '离群', '682.61'],
        [130, '过期仅供参考', '13.04'],
        [110, expect.any(String), '-4.35'],
      ]),
    );
    expect(rows.every((row) => Number(row['median']) === 115 && row['samples'] === 4)).toBe(true);
    expect((await ask(priceQuarters, { item: ITEM })).rows).toMatchObject([
      { quarter: '2020年2季度', middle: '130.0000', samples: 1 },
      { quarter: '2026年1季度', lower: '102.5000', middle: '105.0000', upper: '107.5000', samples: 2 },
      { quarter: '2026年2季度', samples: 2 },
    ]);
    expect((await ask(priceSuppliers, { item: ITEM })).rows).toMatchObject([
      { supplier, lowest: '100.0000', middle: '115.0000', highest: '130.0000', samples: 4 },
    ]);
    expect((await ask(priceQuarters)).rows).toEqual([]);
  });

  it('are entered with what proves them, and explained where they are far off', async () => {
    expect((await add({}, 'technicalDirector')).status).toBe(403);
    expect((await add({ unitPrice: '1.23456' })).errors).toMatchObject([{ message: '单价格式不正确' }]);
    expect((await add({ unitPrice: '20', file: '', priceDate: chains.day(1), validTo: chains.day(0) })).errors).toEqual(
      [
        { path: 'file', message: '请上传询价或来源单据' },
        { path: 'priceDate', message: '价格日期不能晚于今天' },
        { path: 'validTo', message: '有效期不能早于价格日期' },
        { path: 'remark', message: '与中位数相差82.6%，请写说明' },
      ],
    );
    const made = await add();
    expect([made.message, made.errors]).toEqual(['', []]);
    expect((await prices()).find((row) => row['id'] === made.data['Id'])).toMatchObject({
      source: '手工录入',
      state: '有效',
      samples: 5,
      unitPrice: '115.5000',
    });
    const [head = [], ...body] = await takenSheet(chains.server.client, 'purchaser', engineeringPrices.calls.export, {
      Keyword: NAME,
    });
    expect([body.length, head.includes('综合单价（元）')]).toEqual([6, true]);
  });

  it('come from a sheet as a whole, or it says for each row what is wrong', async () => {
    const proof = await chains.file('purchaser');
    const line = (more: Partial<Record<(typeof PRICE_IMPORT_COLUMNS)[number], string>> = {}) => {
      const cells: Partial<Record<(typeof PRICE_IMPORT_COLUMNS)[number], string>> = {
        分部: '水泵',
        名称: '导入用循环泵',
        单位: '台',
        综合单价: '1,200.50',
        价格类别: '信息价',
        价格日期: chains.day(-2).replaceAll('-', '/'),
        ...more,
      };
      return PRICE_IMPORT_COLUMNS.map((column) => cells[column] ?? '');
    };
    const send = async (rows: string[][], account = 'purchaser', URL = proof.URL) => {
      const { client } = chains.server;
      const sheet = await sheetOf([[...PRICE_IMPORT_COLUMNS], ...rows]);
      return client.upload('/bpmapi/EngineeringPrice/Import', '价格.xlsx', sheet, await client.signIn(account), {
        URL,
      });
    };
    const found = async () => (await ask(engineeringPrices, { Keyword: '导入用循环泵' })).rows;
    const bad = await send([
      line(),
      line({ 分部: '泵', 综合单价: '贵' }),
      line({ 供应商: '没有这家公司', 价格日期: chains.day(1) }),
      line({ 名称: NAME, 规格型号: '200m³/h', 综合单价: '20' }),
    ]);
    expect(
      (bad.data['errors'] as SheetFault[]).map(({ row, column, message }) => `${row} ${column} ${message}`),
    ).toEqual([
      '3 分部 请选择分部',
      '3 综合单价 单价格式不正确',
      '4 供应商 供应商库里没有这家，请按库中的全称填写或留空',
      expect.stringMatching(/^5 说明 与中位数相差8\d\.\d%，请写说明$/),
    ]);
    expect(bad.data['created']).toBe(0);
    expect(await found()).toEqual([]);
    expect((await send([line({ 价格日期: chains.day(1) })])).data['errors']).toMatchObject([
      { row: 2, column: '价格日期' },
    ]);
    // What proves them is one's own file, and whoever may not enter may not import.
    expect((await send([line()], 'purchaser', '/files/1-abcdefghijklmnop/x.pdf')).message).toBe('请上传询价或来源单据');
    expect((await send([line()], 'finance')).status).toBe(403);
    const [named] = await chains.rows(`select name from supplier where id = ${supplier}`);
    const good = await send([line({ 供应商: String(named?.['name']) }), line({ 规格型号: 'DN200', 税率: '13' })]);
    expect(good.data).toEqual({ rows: 2, created: 2, errors: [] });
    expect(await found()).toMatchObject([
      { spec: 'DN200', taxRate: '13.00' },
      { unitPrice: '1200.5000', supplier, source: '手工录入', files: [{ Name: proof.Name }] },
    ]);
    await chains.rows(`update b_unit_engineering_price set voided = true where name = '导入用循环泵'`);
    const [head] = await takenSheet(chains.server.client, 'purchaser', '/bpmapi/EngineeringPrice/ImportTemplate', {});
    expect(head).toEqual([...PRICE_IMPORT_COLUMNS]);
  });

  it('are ended, not deleted, and count no more', async () => {
    const last = (await prices()).find((row) => Number(row['unitPrice']) === 100);
    const end = (account = 'purchaser') => save({ action: 'end', Id: last?.['id'], reason: '厂家停产' }, account);
    expect((await end('finance')).status).toBe(403);
    expect((await end()).message).toBe('');
    expect((await end()).message).toBe('该价格已失效');
    const rows = await prices();
    expect(rows.find((row) => row['id'] === last?.['id'])).toMatchObject({ state: '失效', note: '厂家停产' });
    // 110, 115.5, 120, 130
    expect(rows.find((row) => Number(row['unitPrice']) === 110)).toMatchObject({ median: '117.7500', samples: 4 });
  });

  it('name their projects only to those who see these; what plants cost comes from approved estimates', async () => {
    expect((await prices('finance')).some((row) => row['project'] === 'EMC01001')).toBe(true);
    expect((await prices('salesTechnical')).every((row) => row['project'] == null)).toBe(true);
    await chains.rows(`insert into f_project_estimated_cost (status, applicant, applicant_dept, serial, stage, version_no, build_type, air_area, cool_capacity,
        total_invest, submitted_at, project)
      select 'approved', ${chains.user('purchaser')}, 'A630802', 'T-GS' || v, '投标概算', v, '数据中心', 10000, 2000, v * 1000000, '2023-03-01', 'EMC01001'
      from generate_series(1, 2) v`);
    await chains.rows(`insert into f_project_estimated_cost_works (parent_id, row_no, work_kind, work_amount)
      select c.id, k.no, k.kind, k.amount from f_project_estimated_cost c, (values (1, '主机设备', 600000), (2, '机房管道安装', 300000), (3, '变频控制', 50000)) k (no, kind, amount)
      where c.serial like 'T-GS%'`);
    // Of two versions the newer one counts: 2000000 ÷ 10000, 600000 ÷ 2000.
    expect((await ask(priceIndicators, { buildType: '数据中心', year: '2023' })).rows).toMatchObject([
      { samples: 1, perArea: '200.00', plantPerKw: '300.00', waterPerArea: '30.00', powerPerArea: '5.00' },
    ]);
  });
});
