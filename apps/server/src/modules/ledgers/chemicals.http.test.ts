/** Suppliers of chemicals: what they deliver and ask against rows made by hand; prices for their time, and putting an end to a supplier. */
import { chemicalPrices, chemicalSuppliers } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let engineer: Held;
let supplier = '';
let chemical = '';
type Row = Readonly<Record<string, unknown>>;

const run = async (text: string): Promise<readonly Row[]> => (await sql.raw<Row>(text).execute(server.db)).rows;
const ask = async (view: ViewShape, body: object) => {
  const answer = await server.client.json(view.calls.index, body, engineer);
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return answer.data['rows'] as readonly Row[];
};
const post = (name: string, body: object, who: Held = engineer) =>
  server.client.json(`/bpmapi/WaterChemicalsApplication/${name}`, body, who);
const price = (more: object = {}) => ({
  supplier,
  chemical,
  unitPrice: '10.0000',
  validFrom: '2025-01-01',
  validTo: '2025-06-30',
  source: '合同',
  ...more,
});

beforeAll(async () => {
  server = await startTestServer();
  await run('delete from chemical_price');
  engineer = await server.client.signIn('waterEngineer');
  [supplier, chemical] = await Promise.all([
    run(`select id::text from supplier where name = '清源水处理技术有限公司'`).then((rows) => String(rows[0]?.['id'])),
    run(`select id::text from water_chemical order by id limit 1`).then((rows) => String(rows[0]?.['id'])),
  ]);
  const day = (ago: number) => `(now() at time zone 'Asia/Shanghai')::date - ${ago}`;
  for (const [project, quantity, ago, onTime, rate] of [
    ['EMC01001', 100, 30, true, 100],
    ['EMC02002', 50, 60, false, 90],
    // Too long ago to count.
    ['EMC04001', 999, 500, false, 0],
  ] as const)
    await run(`insert into b_supplier_delivery (source_module, source_id, source_effect, supplier, project, kind, goods, quantity, price, arrived_on, late_days, on_time, ok_rate, document)
      values ('setup', 0, 'setup', ${supplier}, '${project}', '水处理药剂', '缓蚀阻垢剂', ${quantity}, 20, ${day(ago)}, 0, ${onTime}, ${rate}, 'T')`);
  for (const fit of [true, true, true, false])
    await run(`insert into b_water_test (source_module, source_id, source_effect, project, kind, water_system, item, sampled_at, value, fit, document)
      values ('setup', 0, 'setup', 'EMC01001', '检测报告', '冷却水', 'pH', now() - interval '10 days', 7, ${fit}, 'T')`);
  await run(`update b_supplier_certificate set voided = true where supplier = ${supplier}`);
  await run(`insert into b_supplier_certificate (source_module, source_id, source_effect, supplier, kind, cert_no, expires_on, replaced)
    values ('setup', 0, 'setup', ${supplier}, '营业执照', 'Y', ${day(-20)}, false)`);
});
afterAll(() => server.close());

const listed = async () => (await ask(chemicalSuppliers, { name: '清源' }))[0];

describe('药剂供应商', () => {
  it('says what was delivered in a year, how well, and what the water was like', async () => {
    expect(await listed()).toMatchObject({
      projects: 2,
      supplied: '3000.00',
      onTimeRate: '50.00',
      acceptRate: '95.00',
      waterRate: '75.00',
      expiring: '30天内到期',
      state: '合格',
    });
  });

  it('keeps one price on any day, and wants a letter for a rise', async () => {
    expect((await post('SavePrice', price())).message).toBe('');
    const error = async (more: object) => (await post('SavePrice', price(more))).errors[0];
    expect(await error({ validFrom: '2025-06-30', validTo: null })).toEqual({
      path: 'validFrom',
      message: '该药剂在此期间已有价格，同品种时间段不能重叠',
    });
    const next = { validFrom: '2025-07-01', validTo: null };
    expect(await error({ ...next, unitPrice: '11.0001' })).toEqual({
      path: 'letter',
      message: '较上次（10.0000元/kg）涨幅超过10%，须附调价函',
    });
    expect(await error({ ...next, validTo: '2025-06-01' })).toEqual({
      path: 'validTo',
      message: '有效期止不能早于有效期起',
    });
    // Ten percent are no rise that has to be announced.
    expect((await post('SavePrice', price({ ...next, unitPrice: '11.0000' }))).message).toBe('');
    const rows = await ask(chemicalPrices, { supplier });
    expect(rows.map((row) => [row['validFrom'], row['unitPrice'], row['change'], row['current']])).toEqual([
      ['2025-07-01', '11.0000', '10.00', true],
      ['2025-01-01', '10.0000', null, false],
    ]);
  });

  it('keeps the letter for whoever sees prices', async () => {
    const png = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
    const file = await server.client.upload('/bpmapi/ServiceResource/Upload', '调价函.pdf', png, engineer);
    const other = String((await run(`select id::text from water_chemical order by id offset 1 limit 1`))[0]?.['id']);
    await post('SavePrice', price({ chemical: other }));
    const risen = await post(
      'SavePrice',
      price({ chemical: other, validFrom: '2025-07-01', validTo: null, unitPrice: '15', letter: file.data }),
    );
    expect(risen.message).toBe('');
    const url = server.client.url + String(file.data['URL']);
    const status = async (who: string) => {
      const held = await server.client.signIn(who);
      return (await fetch(url, { headers: { UserIdValue: held.userId, TokenValue: held.token } })).headers.get(
        'Content-Type',
      );
    };
    expect(await status('purchaser')).toContain('application/pdf');
    expect(await status('operator')).not.toContain('application/pdf');
  });

  it('is not stopped while something is on order, and not ordered from when it is', async () => {
    const stop = () => post('StopSupplier', { supplier, reason: '质量不稳定' });
    await run(`insert into f_water_chemicals_application (status, applicant, applicant_dept, project, order_supplier)
      select 'running', id, 'A63', 'EMC01001', ${supplier} from app_user where account = 'operator'`);
    expect((await stop()).message).toBe('该供应商有在途订单，不能停用');
    await run(`update f_water_chemicals_application set status = 'approved' where order_supplier = ${supplier}`);
    expect((await stop()).message).toBe('');
    expect((await listed())?.['state']).toBe('停用');
    expect((await post('StopSupplier', { supplier, reason: '' })).errors[0]?.message).toBe('请填写停用原因');
    expect(
      (await post('StopSupplier', { supplier, reason: '再停' }, await server.client.signIn('operator'))).status,
    ).not.toBe(1);
  });
});
