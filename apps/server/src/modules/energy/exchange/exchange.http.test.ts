/** 换表: what is refused and where it is said, a second person, nothing twice, and everything as it was when it is void. */
import readXlsx from 'read-excel-file/node';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOT, held, type Held, type Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const PROJECT = 'EMC01002';
const REPLACE = '/emcapi/DataEntry/ProjectDeviceReplace';
let server: TestServer;
let manager: Held;
let analyst: Held;
let photo: unknown;
const now = Math.floor(Date.now() / 60_000) * 60_000;
const hoursAgo = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();

beforeAll(async () => {
  server = await startTestServer();
  manager = await server.client.signIn('projectManager');
  analyst = await server.client.signIn('energyAnalyst');
  photo = (await server.client.upload('/bpmapi/ServiceResource/Upload', 'dial.png', DOT, manager)).data;
});
afterAll(() => server.close());

const meter = async (code: string): Promise<string> => {
  const { rows } = await sql<{
    id: string;
  }>`select id::text as id from device where project_code = ${PROJECT} and code = ${code}`.execute(server.db);
  return rows[0]?.id ?? '';
};
const post = (body: object, who: Held = manager, headers = {}): Promise<Reply> =>
  server.client.json(REPLACE, body, who, headers);
const read = async (id: string, register: string, at: string, value: string) =>
  sql`insert into manual_reading (meter_id, project_code, register, at, value, flag) values (${id}, ${PROJECT}, ${register}, ${at}, ${value}, '实')`.execute(
    server.db,
  );
const said = (answer: Reply) => answer.errors.map(({ path, message }) => `${path} ${message}`);
const values = (DeviceId: string, more: object = {}) => ({
  Action: 'add',
  ProjectCode: PROJECT,
  DeviceId,
  Reason: '到期轮换',
  OldEnd: '1050',
  RemoveTime: hoursAgo(4),
  GapMethod: '同时段均值',
  GapUsage: '20',
  GapReason: '停电换表，按昨日同时段',
  NewMeterNo: `NEW-${DeviceId}`,
  NewStart: '0',
  InstallTime: hoursAgo(2),
  OldPhotos: [photo],
  NewPhotos: [photo],
  ...more,
});
const records = async () =>
  (
    await server.client.json(
      '/emcapi/DataEntry/GetDataMessageByType',
      { Type: 'replace', ProjectCode: PROJECT },
      analyst,
    )
  ).data['rows'] as readonly { readonly ReplaceId: string }[];
const installs = async (id: string) =>
  (
    await sql<{
      no: string;
      open: boolean;
    }>`select factory_no as no, removed_at is null as open from meter_install where meter_id = ${id} order by installed_at`.execute(
      server.db,
    )
  ).rows;

describe('an exchange', () => {
  it('says at the field what is wrong', async () => {
    const id = await meter('SB-02');
    await read(id, 'total', hoursAgo(30), '1000');
    const faults = async (more: object) => said(await post(values(id, more)));
    expect(await faults({ OldEnd: '999' })).toEqual(['OldEnd 旧表止码小于上次读数 1000']);
    expect(await faults({ InstallTime: hoursAgo(5), GapMethod: '', GapUsage: '' })).toEqual([
      'InstallTime 装用时刻不能早于拆除时刻',
    ]);
    expect(await faults({ GapMethod: '' })).toEqual(['GapMethod 空档 2 h，请选择估算方法并填写估算量']);
    expect(await faults({ GapUsage: '' })).toEqual(['GapUsage 空档 2 h，请选择估算方法并填写估算量']);
    // The meter counts 20 m³ an hour, and a tenth over: nobody used more, whatever the gap is taken to be.
    expect(await faults({ GapUsage: '99999' })).toEqual([
      'GapUsage 空档估算量 99999 m³ 超过该表最大可能值 44 m³（额定 20m³/h×2h×1.1）',
    ]);
    expect((await faults({ OldEnd: '99999' }))[0]).toMatch(/^OldEnd 用量 98999 m³ 超过该表最大可能值 572 m³/);
    expect(await faults({ GapReason: '' })).toEqual(['GapReason 请填写空档估算的原因']);
    expect(await faults({ OldPhotos: [], NewPhotos: [] })).toEqual([
      'OldPhotos 请上传旧表止码照片',
      'NewPhotos 请上传新表起码照片',
    ]);
    expect(await faults({ NewMeterNo: '' })).toEqual(['NewMeterNo 请填写新表号']);
    expect(await faults({ NewStart: '0.125' })).toEqual(['NewStart 该表盘小数位为 2 位，请按表盘填写']);
    expect(await faults({ NewCT: '200/0' })).toEqual(['NewCT CT 变比请写成 200/5 或 40']);
    expect(await faults({ NewCT: '200/5', NewRatio: '60' })).toEqual([
      'NewRatio 倍率应等于 CT×PT = 40，填了 CT/PT 时不必另填',
    ]);
    const { rows } = await sql<{
      no: string;
    }>`select factory_no as no from device where project_code = ${PROJECT} and code = 'SB-01'`.execute(server.db);
    expect(await faults({ NewMeterNo: rows[0]?.no })).toEqual([`NewMeterNo 新表号 ${rows[0]?.no} 已被占用`]);
    const settling = await meter('DB-01');
    expect(said(await post(values(settling, { OldEnd: '900000' }))).slice(0, 2)).toEqual([
      'CertFile 参与结算的表须上传检定证书',
      'WitnessFile 参与结算的表须上传客户见证签字',
    ]);
    expect((await sql`select 1 from meter_break where meter_id = ${id}`.execute(server.db)).rows).toEqual([]);
  });

  it('is for those who hold the button and see the project', async () => {
    const id = await meter('SB-02');
    expect((await post(values(id), await server.client.signIn('hr'))).status).toBe(403);
    expect((await post(values(id), await server.client.signIn('projectManager4'))).status).toBe(404);
    expect((await post(values(id), await server.client.signIn('generalManager'))).status).toBe(403);
  });

  it('counts once a second person agreed, generates nothing twice, and is taken back whole', async () => {
    const id = await meter('SB-02');
    const headers = { 'Idempotency-Key': '0d7b3a52-9f0e-4d0e-8a54-3f1f0b7f0c11' };
    const added = await post(values(id), manager, headers);
    expect(added.data).toMatchObject({ State: '待核对', Usage: { old: '50', gap: '20', new: '0', total: '70' } });
    expect((await post(values(id), manager, headers)).data).toMatchObject({ ReplaceId: added.data['ReplaceId'] });
    const ReplaceId = String(added.data['ReplaceId']);
    expect(said(await post(values(id)))[0]).toMatch(/^DeviceId 该表有待核对的更换 HB-\d{6}-\d{4}，请先核对或作废$/);
    expect((await records()).find((row) => row.ReplaceId === ReplaceId)).toMatchObject({
      State: '待核对',
      Mine: false,
      GapHours: '2',
      OldEnd: '1050',
      OldRatio: '1',
    });

    expect((await post({ Action: 'confirm', ReplaceId })).message).toBe('换表由能源数据分析师核对生效');
    const old = (await installs(id))[0]?.no;
    const both = await Promise.all([
      post({ Action: 'confirm', ReplaceId, FormVersion: 1 }, analyst),
      post({ Action: 'confirm', ReplaceId, FormVersion: 1 }, analyst),
    ]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([1, 409]);
    expect(await installs(id)).toEqual([
      { no: old, open: false },
      { no: `NEW-${id}`, open: true },
    ]);
    const generated = sql<{
      n: number;
    }>`select count(*)::int as n from manual_reading r where meter_id = ${id} and flag = '换' and value is not null
      and not exists (select from manual_reading x where x.supersedes = r.id)`;
    expect((await generated.execute(server.db)).rows[0]?.n).toBe(2);
    expect((await sql`select factory_no as no from device where id = ${id}`.execute(server.db)).rows).toEqual([
      { no: `NEW-${id}` },
    ]);
    expect(
      (await sql<{ cause: string }>`select cause from recalc_queue where meter_id = ${id}`.execute(server.db)).rows[0]
        ?.cause ?? '换表核对生效',
    ).toBe('换表核对生效');

    // What came may fail within the hour: the dial that went before says nothing of it.
    const again = values(id, {
      OldEnd: '3',
      RemoveTime: hoursAgo(1.5),
      InstallTime: hoursAgo(1.5),
      GapMethod: '',
      GapUsage: '',
    });
    const second = await post({ ...again, NewMeterNo: 'NEW-AGAIN' });
    expect(second.data).toMatchObject({ Usage: { old: '3', total: '3', words: '(3 − 0) × 1 + (0 − 0) × 1 = 3' } });
    expect((await records()).find((row) => row.ReplaceId === ReplaceId)).toMatchObject({ Usage: { total: '70' } });
    await post({ Action: 'void', ReplaceId: second.data['ReplaceId'], Reason: '试验' });

    await read(id, 'total', hoursAgo(1), '12');
    expect((await records()).find((row) => row.ReplaceId === ReplaceId)).toMatchObject({
      Usage: { words: '(1050 − 1000) × 1 + 20（同时段均值） + (12 − 0) × 1 = 82' },
    });
    expect((await post({ Action: 'void', ReplaceId, Reason: '' })).errors).toEqual([
      { path: 'Reason', message: '请填写作废原因' },
    ]);
    expect((await post({ Action: 'void', ReplaceId, Reason: '登记错表' })).message).toBe(
      '新表已有 1 条读数，请先处理读数再作废',
    );
    await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag, supersedes)
      select meter_id, project_code, register, at, null, '改', id from manual_reading where meter_id = ${id} and value = 12`.execute(
      server.db,
    );
    expect((await post({ Action: 'void', ReplaceId, Reason: '登记错表' })).data).toMatchObject({ State: '已作废' });
    expect(await installs(id)).toEqual([{ no: old, open: true }]);
    expect((await generated.execute(server.db)).rows[0]?.n).toBe(0);
    expect((await post({ Action: 'void', ReplaceId, Reason: '再来' })).message).toBe('该记录已作废');
    expect((await post({ Action: 'confirm', ReplaceId }, analyst)).message).toBe('该记录已作废，不能核对');
  });

  it('brings a new ratio along from its installation on, and one cannot agree to oneself', async () => {
    const id = await meter('DB-05');
    await read(id, 'total', hoursAgo(48), '990');
    await read(id, 'total', hoursAgo(30), '1000');
    const added = await post(values(id, { NewCT: '150/5', NewMeterNo: 'DB-NEW-5' }), manager);
    expect(added.data['Usage']).toMatchObject({ old: '1000', gap: '20', total: '1020' });
    const mine = await post(
      values(await meter('DB-04'), { OldEnd: '2000', NewMeterNo: 'X4', OldPhotos: [], NewPhotos: [] }),
      analyst,
    );
    expect(said(mine)[0]).toBe('OldPhotos 请上传旧表止码照片');
    const ReplaceId = String(added.data['ReplaceId']);
    await sql`update meter_break set created_by = ${analyst.userId} where id = ${ReplaceId}`.execute(server.db);
    expect((await post({ Action: 'confirm', ReplaceId }, analyst)).message).toBe(
      '登记人不能核对自己登记的更换，请由另一人核对',
    );
    await sql`update meter_break set created_by = ${manager.userId} where id = ${ReplaceId}`.execute(server.db);
    expect((await post({ Action: 'confirm', ReplaceId }, analyst)).data).toMatchObject({ State: '已生效' });
    const ratios =
      await sql`select trim_scale(value)::text as value, state from meter_ratio where meter_id = ${id} order by valid_from`.execute(
        server.db,
      );
    expect(ratios.rows).toEqual([
      { value: '20', state: '已生效' },
      { value: '30', state: '已生效' },
    ]);
    // What is typed next begins at the new dial: the gap before it is no part of its use.
    const Date = hoursAgo(-48).slice(0, 10);
    const sheet = await server.client.json('/emcapi/DataEntry/GetDeviceList', { ProjectCode: PROJECT, Date }, manager);
    const rows = sheet.data['rows'] as readonly { DeviceId: string; LastReading: string; Judge: { line: object } }[];
    expect(rows.find(({ DeviceId }) => DeviceId === id)).toMatchObject({
      LastReading: '0.00',
      Judge: { line: { breaks: [] } },
    });
    // What the old one showed is corrected as before, up to what it showed last.
    const { rows: old } = await sql<{ EntryId: string }>`select id::text as "EntryId" from manual_reading
      where meter_id = ${id} and value = 1000`.execute(server.db);
    const correct = { ProjectCode: PROJECT, ...old[0], Version: 1, ReasonType: '录入笔误', Preview: true };
    const update = (Reading: string) =>
      server.client.json('/emcapi/DataEntry/UpdateDataEntry', { ...correct, Reading }, manager);
    expect(said(await update('1060'))).toEqual(['Reading 本次读数大于之后已录的读数 1050.00，请核对']);
    expect((await update('1001')).data).toMatchObject({ State: '预览', After: '1001' });
    expect((await post({ Action: 'void', ReplaceId, Reason: '误登记' })).status).toBe(1);
    const after = await sql`select state from meter_ratio where meter_id = ${id} order by valid_from`.execute(
      server.db,
    );
    expect(after.rows).toEqual([{ state: '已生效' }, { state: '已作废' }]);
  });

  it('begins with a report of the site, which is registered afterwards', async () => {
    const id = await meter('WR-01');
    await read(id, 'total', hoursAgo(30), '500');
    const operator = await server.client.signIn('operator');
    const report = {
      Action: 'report',
      ProjectCode: PROJECT,
      DeviceId: id,
      Reason: '表停走，已换',
      RemoveTime: hoursAgo(4),
      OldEnd: '519.5',
      NewStart: '0',
      ClientId: '6f1f3c1e-4a57-4c0e-9f44-2b8d4f6f7a01',
    };
    const reported = await post(report, operator);
    expect(reported.data).toMatchObject({ State: '待登记', Usage: null });
    const ReplaceId = String(reported.data['ReplaceId']);
    // A telephone that got no answer sends it again.
    expect((await post(report, operator)).data).toMatchObject({ ReplaceId, State: '待登记' });
    expect(
      said(await post({ ...report, ClientId: '6f1f3c1e-4a57-4c0e-9f44-2b8d4f6f7a02', OldEnd: '-1' }, operator)),
    ).toEqual(['OldEnd 旧表止码应为不小于 0 的数']);
    const { rows: seen } = await sql`select registers from meter_break where id = ${ReplaceId}`.execute(server.db);
    expect(seen).toEqual([{ registers: { total: { old: '519.5', new: '0' } } }]);
    const again = await post(
      { Action: 'report', ProjectCode: PROJECT, DeviceId: id, Reason: '再报', RemoveTime: hoursAgo(4) },
      operator,
    );
    expect(said(again)[0]).toMatch(/^DeviceId 该表已上报更换 HB-/);
    const added = await post(values(id, { ReplaceId, OldEnd: '520' }));
    expect(added.data).toMatchObject({ ReplaceId, State: '待核对', Usage: { old: '20', total: '40' } });
    expect((await post({ Action: 'void', ReplaceId, Reason: '测试' })).data).toMatchObject({ State: '已作废' });
  });

  it('leaves as a workbook with the rows of the page, and as a sheet to sign', async () => {
    const take = (body: object, who = analyst) =>
      fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
        method: 'POST',
        headers: { ...held(who), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const rows = (await records()) as readonly Record<string, unknown>[];
    const book = await take({ Kind: 'deviceReplaceRecord', ProjectCode: PROJECT });
    const [head = [], ...lines] = (await readXlsx(Buffer.from(await book.arrayBuffer())))[0]?.data ?? [];
    const column = (name: string) => lines.map((line) => line[head.indexOf(name)]);
    expect(column('单号')).toEqual(rows.map(({ Serial }) => Serial));
    expect(column('状态')).toEqual(rows.map(({ State }) => State));
    expect(column('旧止码')).toContain(520);
    const none = await take({ Kind: 'deviceReplaceRecord', ProjectCode: PROJECT, Date: { to: '2020-01-01' } });
    expect((await readXlsx(Buffer.from(await none.arrayBuffer())))[0]?.data).toHaveLength(1);
    const sheet = { Kind: 'deviceReplaceSheet', ReplaceId: rows[0]?.['ReplaceId'] };
    expect(
      Buffer.from(await (await take(sheet)).arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const stranger = await server.client.signIn('projectManager4');
    expect(await (await take(sheet, stranger)).json()).toMatchObject({ status: 404 });
    expect(await (await take(sheet, await server.client.signIn('hr'))).json()).toMatchObject({ status: 403 });
  });
});
