/** Costs of repairs: what records say, how they are entered, checked by somebody else and closed; what is booked of them. */
import { maintenanceCosts } from '@hengneng/forms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const PROJECT = 'EMC01001';
const MONTH = '2026-03';

let server: TestServer;
let manager: Held;
let operator: Held;
let finance: Held;
let device = '';
let repair = '';
let service = '';
let counted = '';
let exception = '';
type Row = Readonly<Record<string, unknown>>;

const run = async (text: string): Promise<readonly Row[]> => (await sql.raw<Row>(text).execute(server.db)).rows;
const one = async (text: string): Promise<string> => String((await run(text))[0]?.['id']);
const rows = async (who: Held = manager) => {
  const answer = await server.client.json(
    maintenanceCosts.calls.index,
    { project: PROJECT, month: { from: MONTH, to: MONTH } },
    who,
  );
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return answer.data['rows'] as readonly Row[];
};
const row = async (id: string) => (await rows()).find((each) => each['id'] === id);
const post = (name: string, body: object, who: Held = manager) =>
  server.client.json(`/bpmapi/MaintenanceRecord/${name}`, body, who);
const split = (more: object = {}) => ({
  material: '100.00',
  labour: '50',
  outsourced: '0',
  transport: '10',
  bearer: '我方',
  ours: '160',
  customer: '0',
  supplier: '0',
  ...more,
});
const save = (id: string, more: object = {}, who: Held = manager) =>
  post('SaveCost', { rows: [{ Id: id, ...split(more) }] }, who);
const booked = () =>
  run(
    `select account, amount::text as amount, source_module as module from project_cost where project_code = '${PROJECT}' and month = '${MONTH}' order by id`,
  );

beforeAll(async () => {
  server = await startTestServer();
  manager = await server.client.signIn('projectManager');
  operator = await server.client.signIn('operator');
  finance = await server.client.signIn('finance');
  device = await one(`select id::text from device where project_code = '${PROJECT}' order by id limit 1`);
  const supplier = await one(`select id::text from supplier order by id limit 1`);
  const by = `'approved', id, 'A63', '${PROJECT}'`;
  const whose = `from app_user where account = 'operator' returning id::text`;
  repair =
    await one(`insert into f_maintenance_records (status, applicant, applicant_dept, project, serial, equipment, repair_end, repair_way, payer, parts_cost, labor_cost, other_fee, cause_type, fault_part)
    select ${by}, 'T-WX1', ${device}, '2026-03-10 10:00+08', '项目自修', '公司承担', 80, 50, 0, '磨损老化', '轴承' ${whose}`);
  // Ends in March in China.
  await run(`insert into f_maintenance_records (status, applicant, applicant_dept, project, serial, equipment, repair_end, repair_way, payer, parts_cost, labor_cost, other_fee, repair_unit)
    select ${by}, 'T-WX2', ${device}, '2026-03-31 15:59:00+00', '外委维修', '客户承担', 0, 300, 0, ${supplier} ${whose}`);
  service =
    await one(`insert into f_out_service (status, applicant, applicant_dept, project, serial, device, supplier, service_type, cost_bearer, client_share, final_amount, actual_start, actual_end)
    select ${by}, 'T-WX-FW1', ${device}, ${supplier}, '清洗', '公司与客户分摊', 30, 1000, '2026-03-05', '2026-03-06' ${whose}`);
  counted =
    await one(`insert into f_out_service (status, applicant, applicant_dept, project, serial, device, supplier, service_type, cost_bearer, final_amount, actual_start, actual_end)
    select ${by}, 'T-WX-FW2', ${device}, ${supplier}, '维修', '客户', 300, '2026-03-31', '2026-03-31 23:00+08' ${whose}`);
  exception =
    await one(`insert into f_quality_exception_feedback (status, applicant, applicant_dept, project, serial, product_device, exception_type, find_date, verify_date, actual_loss, agreed_claim)
    select ${by}, 'T-ZL1', ${device}, '性能不达标', '2026-02-20', '2026-03-02', 200, 500 ${whose}`);
  // What the repair booked when it was approved.
  await run(
    `insert into project_cost (project_code, month, account, amount, source_module, source_id) values ('${PROJECT}', '${MONTH}', '维修费', 130, 'maintenanceRecords', ${repair})`,
  );
  await run(
    `insert into project_cost (project_code, month, account, amount, source_module, source_id) values ('${PROJECT}', '${MONTH}', '维修费', 200, 'qualityExceptionFeedback', ${exception})`,
  );
});
afterAll(() => server.close());

describe('维修费用', () => {
  it('begins with what the records say, each cost once', async () => {
    const all = await rows();
    expect(
      all
        .map((each) => [
          each['documentNo'],
          each['total'],
          each['ours'],
          each['customer'],
          each['supplier'],
          each['state'],
        ])
        .toSorted(),
    ).toEqual([
      ['T-WX-FW1', '1000.00', '700.00', '300.00', '0.00', '待录'],
      ['T-WX1', '130.00', '130.00', '0.00', '0.00', '待录'],
      ['T-WX2', '300.00', '0.00', '300.00', '0.00', '待录'],
      ['T-ZL1', '700.00', '200.00', '0.00', '500.00', '待录'],
    ]);
    expect((await save(`外协服务:${counted}`)).errors[0]?.message).toBe('该外协费用已归集到单号T-WX2');
    expect(await rows(await server.client.signIn('projectManager2'))).toEqual([]);
  });

  it('is entered only where the shares come to the whole, and a supplier pays by an exception', async () => {
    const id = `维修记录:${repair}`;
    const said = async (more: object) => (await save(id, more)).errors[0];
    expect(await said({ ours: '159.99' })).toEqual({ path: 'rows[0].ours', message: '承担金额之和应等于费用合计' });
    expect((await said({ material: '-1' }))?.path).toBe('rows[0].material');
    expect((await said({ material: '1.001' }))?.message).toBe('金额最多两位小数且不能为负数');
    expect(await said({ bearer: '供应商质保', ours: '0', supplier: '160' })).toEqual({
      path: 'rows[0].supplier',
      message: '供应商承担须关联质量异常单',
    });
    expect((await save(id, { invoiceNo: 'FP-1' })).message).toBe('');
    expect(await row(id)).toMatchObject({ total: '160.00', ours: '160.00', state: '已录', invoiceNo: 'FP-1' });
    expect(
      (
        await save(`质量异常:${exception}`, {
          material: '700',
          labour: '0',
          transport: '0',
          bearer: '供应商质保',
          ours: '200',
          supplier: '500',
          invoiceNo: 'FP-1',
        })
      ).errors[0],
    ).toEqual({
      path: 'rows[0].invoiceNo',
      message: '该外协费用已归集到单号T-WX1',
    });
    expect((await save(id, {}, await server.client.signIn('projectManager2'))).status).toBe(404);
  });

  it('is checked by somebody else, and anew where it is entered anew', async () => {
    const id = `维修记录:${repair}`;
    expect((await post('CheckCost', { Ids: [id] })).message).toContain('核对人不能是录入人');
    expect((await post('CheckCost', { Ids: [`外协服务:${service}`] })).message).toContain('还没有录入');
    expect((await post('CheckCost', { Ids: [id] }, operator)).data).toEqual({ checked: 1 });
    expect(await row(id)).toMatchObject({ state: '已核' });
    await save(id, {}, operator);
    expect(await row(id)).toMatchObject({ state: '已录', checkedBy: null });
    await post('CheckCost', { Ids: [id] });
  });

  it('is entered by hand with a device of the project, a reason and a voucher', async () => {
    const manual = {
      ProjectCode: PROJECT,
      month: MONTH,
      device,
      cause: '紧急抢修',
      ...split({ material: '40', labour: '0', transport: '0', ours: '40' }),
    };
    const said = async (more: object) => (await post('SaveCost', { manual: { ...manual, ...more } })).errors[0];
    expect(await said({ device: '' })).toEqual({ path: 'manual.device', message: '请选择设备' });
    expect(await said({})).toEqual({ path: 'manual.voucher', message: '请上传凭证' });
    const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
    const file = await server.client.upload('/bpmapi/ServiceResource/Upload', '收据.pdf', pdf, manager);
    expect(await said({ voucher: file.data, supplier: '40', ours: '0' })).toEqual({
      path: 'manual.supplier',
      message: '供应商承担须关联质量异常单',
    });
    expect((await post('SaveCost', { manual: { ...manual, voucher: file.data } })).message).toBe('');
    expect((await rows()).filter((each) => each['source'] === '手工补录')).toMatchObject([
      { total: '40.00', state: '已录' },
    ]);
    expect((await post('SaveCost', { rows: [] })).errors[0]?.message).toBe('没有需要保存的内容');
  });

  it('is closed by finance once everything is checked, and books only what the records did not', async () => {
    const lock = (who: Held) => post('LockCost', { ProjectCode: PROJECT, month: MONTH }, who);
    expect((await lock(manager)).message).toBe('只有财务可以锁定月份');
    expect((await lock(finance)).message).toBe('还有4条未核对');
    for (const each of await rows())
      if (each['state'] === '待录')
        await post('SaveCost', {
          rows: [
            Object.fromEntries(
              ['material', 'labour', 'outsourced', 'transport', 'bearer', 'ours', 'customer', 'supplier']
                .map((key) => [key, each[key]])
                .concat([['Id', each['id']]]),
            ),
          ],
        });
    const open = (await rows()).filter((each) => each['state'] === '已录').map((each) => each['id']);
    expect((await post('CheckCost', { Ids: open }, operator)).data).toEqual({ checked: 4 });
    expect((await lock(finance)).message).toBe('');
    // 160 − 130 of the repair, 700 of the service, 40 by hand; the exception stays as it was booked.
    expect((await booked()).slice(2).toSorted((a, b) => Number(a['amount']) - Number(b['amount']))).toEqual([
      { account: '维修费', amount: '30.00', module: 'maintenanceRecords' },
      { account: '维修费', amount: '40.00', module: 'maintenanceCost' },
      { account: '维修费', amount: '700.00', module: 'outService' },
    ]);
    expect((await rows()).every((each) => each['state'] === '已锁定')).toBe(true);
    expect((await save(`维修记录:${repair}`)).errors[0]?.message).toBe('该月已锁定，请在次月调整');
    expect((await lock(finance)).message).toBe('该月已锁定');
  });
});
