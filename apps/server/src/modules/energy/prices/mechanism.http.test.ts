/** 调价机制 over the wire: what it comes to, who proposes and who agrees, the version that comes of it, and what it never writes over. */
import { today } from '@hengneng/core';
import { addDays, effectDay } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const PROJECT = 'EMC01001';
const CONTRACT = 'HT-EMC01001-01';
const NOW = new Date('2026-05-12T04:00:00Z');
const DAY = today(NOW);
const FROM = effectDay('nextMonth', DAY);
const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
let server: TestServer;
let analyst: Held;
let finance: Held;
let director: Held;
let paper: unknown;
let mechanism: Row;

type Row = Readonly<Record<string, unknown>>;
const write = (body: object, who: Held): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/InsertProjectSetUp', { SetType: 'priceMechanism', ...body }, who);
const read = async (who = analyst): Promise<{ rows: Row[]; Open: Row[]; Indices: Row }> =>
  (await server.client
    .json('/emcapi/DataEntry/GetProjectSetUp', { SetType: 'priceMechanism', ProjectCode: PROJECT }, who)
    .then(({ data }) => data)) as { rows: Row[]; Open: Row[]; Indices: Row };
const cold = async (): Promise<Row> => {
  const row = (await read()).rows.find(({ Kind, Ended }) => Kind === 'cold' && Ended === false);
  if (row === undefined) throw new Error('no mechanism of the cold');
  return row;
};
const upload = async (who: Held) =>
  (await server.client.upload('/bpmapi/ServiceResource/Upload', '调价函.pdf', PDF, who)).data;
const priceRows = async () =>
  (
    await sql<{
      price: string;
      from: string;
      to: string | null;
      remark: string | null;
    }>`select price::text, valid_from::text as "from",
      valid_to::text as "to", remark from contract_price where contract_code = ${CONTRACT} and kind = 'cold' and deleted_at is null
      order by valid_from`.execute(server.db)
  ).rows;
const setGas = (price: string) =>
  sql`update energy_price set prices = jsonb_build_object('mode', 'single', 'price', ${price}::text), mode = 'single'
    where project_code = ${PROJECT} and category_id = (select id from energy_category where code = 'gas') and deleted_at is null
      and daterange(valid_from, valid_to, '[]') @> ${DAY}::date`.execute(server.db);

const FORMULA = {
  Action: 'save',
  ContractCode: CONTRACT,
  Kind: 'cold',
  Method: 'formula',
  BaseDay: '2026-01-01',
  Terms: [
    { Name: '天然气', Source: 'gas', Weight: '60', Base: '3.48' },
    { Name: '人工指数', Source: 'custom', Weight: '10', Base: '100' },
  ],
  Trigger: '3',
  Cap: '15',
  Effect: 'nextMonth',
  Clause: '合同第 8.2 条：气价变动时按公式联动',
};

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [analyst, finance, director] = [
    await server.client.signIn('energyAnalyst'),
    await server.client.signIn('finance'),
    await server.client.signIn('emcDirector'),
  ];
  paper = await upload(analyst);
  await setGas('3.48');
  // Room for one of the test's own.
  await sql`delete from price_mechanism`.execute(server.db);
});
afterAll(() => server.close());

const priceNow = async (): Promise<string> => (await priceRows()).at(-1)?.price ?? '';

describe('a mechanism', () => {
  it('is kept by who keeps contract prices; each field is told what is wrong', async () => {
    const base = await priceNow();
    const save = { ...FORMULA, BasePrice: base };
    expect((await read()).Open.map(({ Kind }) => Kind)).toContain('cold');
    expect((await read()).Indices['gas']).toBe('3.48');
    expect((await write(save, analyst)).status).toBe(403);
    const wrong = { ...save, Terms: [{ Name: '天然气', Source: 'gas', Weight: '120', Base: '3.48' }], BasePrice: '0' };
    expect((await write(wrong, finance)).errors).toEqual([
      { path: 'BasePrice', message: '基准单价须大于 0' },
      { path: 'Terms', message: '联动权重合计不能超过 100%' },
    ]);
    expect((await write({ ...save, Kind: 'custody' }, finance)).errors[0]).toMatchObject({ path: 'Kind' });
    expect((await write({ ...save, Clause: '' }, finance)).errors).toEqual([
      { path: 'Clause', message: '请填写合同条款' },
    ]);
    expect(await write(save, finance)).toMatchObject({ status: 1, message: '' });
    expect((await write(save, finance)).errors[0]).toEqual({
      path: 'Kind',
      message: '该计价项已有调价机制，请修改它',
    });
    mechanism = await cold();
    expect(mechanism).toMatchObject({ Price: base, EffectOn: FROM, Result: null, Clause: FORMULA.Clause });
    expect((await read()).Open.map(({ Kind }) => Kind)).not.toContain('cold');
  });

  it('is worked out before it is asked for, and waits until it moved far enough', async () => {
    const ask = { Action: 'propose', Id: mechanism['Id'], Version: mechanism['Version'], EffectOn: FROM };
    expect((await write({ ...ask, Preview: true }, analyst)).errors).toEqual([
      { path: 'Indices.人工指数', message: '请填写大于 0 的【人工指数】' },
    ]);
    const Indices = { 人工指数: '110' };
    // 10 % of 10 % is one percent: less than the three that were agreed.
    const looked = await write({ ...ask, Indices, Preview: true }, analyst);
    expect(looked.data['Result']).toMatchObject({ Triggered: false, Capped: false });
    expect((looked.data['Result'] as Row)['Change']).toBeCloseTo(1, 1);
    expect((await write({ ...ask, Indices, Paper: paper }, analyst)).message).toContain('未达到 3% 的调价条件');
    expect((await write({ ...ask, EffectOn: addDays(FROM, 1), Indices, Preview: true }, analyst)).errors).toEqual([
      { path: 'EffectOn', message: '按合同约定应为次月 1 日起' },
    ]);
  });

  it('becomes a version once another person agreed, and not before', async () => {
    const before = await priceRows();
    const old = await priceNow();
    // 60 % of 10 % and nothing of the rest: six percent.
    await setGas('3.828');
    const ask = {
      Action: 'propose',
      Id: mechanism['Id'],
      Version: mechanism['Version'],
      EffectOn: FROM,
      Indices: { 人工指数: '100' },
    };
    expect((await write(ask, analyst)).errors).toEqual([{ path: 'Paper', message: '请上传调价函或补充协议' }]);
    const proposed = await write({ ...ask, Paper: paper, Reason: '气价上调' }, analyst);
    expect(proposed).toMatchObject({ status: 1, data: { State: '待同意' } });
    const id = proposed.data['Id'];
    expect((await write({ ...ask, Paper: paper }, analyst)).message).toBe('有待同意的调价，请先同意、退回或撤回');
    expect(await priceRows()).toEqual(before);
    const expected = (Number(old) * 1.06).toFixed(4);
    expect((await cold())['Proposals']).toMatchObject([
      {
        OldPrice: old,
        NewPrice: expected,
        Change: 6,
        State: '待同意',
        Mine: true,
        MayDecide: false,
        Reason: '气价上调',
      },
    ]);
    const agree = { Action: 'agree', ProposalId: id };
    expect((await write(agree, analyst)).status).toBe(403);
    expect((await write({ Action: 'withdraw', ProposalId: id }, finance)).message).toBe('只有提出人可以撤回');
    expect((await write(agree, finance)).data).toMatchObject({ State: '已同意' });
    // Pressed twice it is there once.
    expect((await write(agree, finance)).data).toMatchObject({ State: '已同意' });
    expect((await write({ Action: 'refuse', ProposalId: id, Reason: '晚了' }, director)).message).toContain('已同意');
    const after = await priceRows();
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-2)).toMatchObject({ price: old, to: addDays(FROM, -1) });
    expect(after.at(-1)).toMatchObject({ price: expected, from: FROM, to: before.at(-1)?.to });
    expect(after.at(-1)?.remark).toContain('天然气 3.828/3.48');
    // The paper that the analyst brought is read with the price, too.
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from file_link where business_type = 'contractPrice'
      and business_id = (select max(id) from contract_price where contract_code = ${CONTRACT} and kind = 'cold')`.execute(
      server.db,
    );
    expect(rows[0]?.n).toBe(1);
    const told = await sql<{
      n: number;
    }>`select count(*)::int as n from follow_up where title like ${`%由${old}%`}`.execute(server.db);
    expect(told.rows[0]?.n).toBeGreaterThan(0);
  });

  it('never agrees to what was worked out by a price that is gone, nor reaches into what was settled', async () => {
    const own = await upload(finance);
    await setGas('4.176');
    mechanism = await cold();
    const later = effectDay('nextMonth', FROM);
    const ask = {
      Action: 'propose',
      Id: mechanism['Id'],
      Version: mechanism['Version'],
      EffectOn: later,
      Indices: { 人工指数: '100' },
      Paper: own,
    };
    const first = await write(ask, finance);
    expect(first.data).toMatchObject({ State: '待同意' });
    expect((await write({ Action: 'agree', ProposalId: first.data['Id'] }, finance)).message).toBe(
      '提出人不能自己同意',
    );
    const was = await priceNow();
    await sql`update contract_price set price = price + 0.01 where contract_code = ${CONTRACT} and kind = 'cold' and valid_from = ${FROM}`.execute(
      server.db,
    );
    expect((await write({ Action: 'agree', ProposalId: first.data['Id'] }, director)).message).toContain(
      `提出后现行单价已由 ${was} 变为`,
    );
    expect(
      (await write({ Action: 'refuse', ProposalId: first.data['Id'], Reason: '现价已变' }, director)).data,
    ).toMatchObject({ State: '已退回' });
    const again = await write({ ...ask, Paper: await upload(finance) }, finance);
    expect((await write({ Action: 'withdraw', ProposalId: again.data['Id'] }, finance)).data).toMatchObject({
      State: '已撤回',
    });
    expect((await priceRows()).filter(({ from }) => from === later)).toEqual([]);
  });

  it('is changed by who looked at it, seen by who sees prices, and stays to be read once it ended', async () => {
    const now = await cold();
    const change = { ...FORMULA, BasePrice: now['BasePrice'], Id: now['Id'], Version: now['Version'], Trigger: '5' };
    expect(await write(change, finance)).toMatchObject({ status: 1 });
    expect(await write({ ...change, Trigger: '6' }, director)).toMatchObject({ status: 409 });
    expect(await cold()).toMatchObject({ Trigger: '5' });
    const operator = await server.client.signIn('operator');
    const seen = await server.client.json(
      '/emcapi/DataEntry/GetProjectSetUp',
      { SetType: 'priceMechanism', ProjectCode: PROJECT },
      operator,
    );
    expect(seen.status).toBe(403);
    const other = await server.client.signIn('areaManager2');
    const elsewhere = await server.client.json(
      '/emcapi/DataEntry/GetProjectSetUp',
      { SetType: 'priceMechanism', ProjectCode: PROJECT },
      other,
    );
    expect(elsewhere.status).toBe(404);
    const end = { Action: 'end', Id: now['Id'], Version: Number(now['Version']) + 1, Reason: '改为固定价' };
    expect(await write(end, finance)).toMatchObject({ status: 1 });
    const ended = (await read()).rows.filter(({ Id }) => Id === now['Id']);
    expect(ended).toMatchObject([{ Ended: true, Result: null }]);
    expect(ended.flatMap(({ Proposals }) => (Proposals as Row[]).map(({ State }) => State))).toEqual([
      '已撤回',
      '已退回',
      '已同意',
    ]);
    expect((await read()).Open.map(({ Kind }) => Kind)).toContain('cold');
  });
});
