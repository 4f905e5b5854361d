import { MODULES } from '@hengneng/core';
import type { ChainText } from '@hengneng/form-kit';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOTICE, noticeValues, PROJECT } from '../../engine/testing/notice.ts';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const { procedureId: ProcedureId } = MODULES.constructionNotice;
type Row = Record<string, unknown>;

let server: TestServer;
let operator: Held;
let manager: Held;
let engineer: Held;
let officer: Held;
let id: string;

const post = (path: string, body: object, as: Held): Promise<Reply> => server.client.post(path, body, as);
const info = async (as: Held): Promise<Row> =>
  (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, as)).data;
const approve = async (as: Held, more: object = {}): Promise<Reply> => {
  const { NodeRecordId, FormVersion } = await info(as);
  return post(`${NOTICE}/Approve`, { NodeRecordId, FormVersion, ...more }, as);
};
const pdf = async (as: Held): Promise<Row> => {
  const content = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
  return (await server.client.upload('/bpmapi/ServiceResource/Upload', '方案.pdf', content, as)).data;
};
const print = (as: Held): Promise<Reply> =>
  post('/bpmapi/NodeRecord/EditPrintNumber', { ProcedureId, BusinessId: [id] }, as);

beforeAll(async () => {
  server = await startTestServer();
  const admin = await server.client.signIn('admin');
  operator = await server.client.signIn('operator');
  manager = await server.client.signIn('projectManager');
  engineer = await server.client.signIn('waterEngineer');
  officer = await server.client.signIn('safetyOfficer');
  const { versions } = (await post('/bpmapi/Node/GetVersions', { ProcedureId }, admin)).data as { versions: Row[] };
  const own = versions.find((one) => one['version'] === 0)?.['chain'] as ChainText;
  const rights: Record<string, object> = {
    s1: { rights: { hidden: ['chemicals', 'totalAmount'] }, print: { shown: false, allowed: false } },
    s3: { rights: { required: ['briefingFile'] } },
    s5: { rights: { closed: ['afterPh'] } },
  };
  const chain = { ...own, steps: own.steps.map((step) => ({ ...step, ...rights[step.key] })) };
  const saved = await post('/bpmapi/Node/Save', { ProcedureId, Stamp: '', Chain: JSON.stringify(chain) }, admin);
  expect([saved.message, saved.errors]).toEqual(['', []]);
  const { draft } = (await post('/bpmapi/Node/GetVersions', { ProcedureId }, admin)).data as { draft: Row };
  const groups = [{}, { stopSupply: 'true' }, { totalAmount: '8000' }].map((values) => ({
    applicant: operator.userId,
    project: PROJECT,
    values,
  }));
  const published = await post(
    '/bpmapi/Node/Publish',
    { ProcedureId, Stamp: draft['stamp'], Note: '字段权限', groups },
    admin,
  );
  expect(published.message).toBe('');
  const made = await post(`${NOTICE}/Draft`, noticeValues({ schemeFiles: [await pdf(operator)] }), operator);
  expect((await post(`${NOTICE}/Submit`, made.data, operator)).message).toBe('');
  id = String(made.data['BusinessId']);
});
afterAll(() => server.close());

const seen = async (as: Held) => {
  const { record, withheld, labels, allowedActions } = (await info(as)) as {
    record: Row;
    withheld: string[];
    labels: Row;
    allowedActions: string[];
  };
  const list = (await post(`${NOTICE}/Index`, { PageSize: 100 }, as)).data as { rows: Row[] };
  return {
    rows: (record['chemicals'] as unknown[]).length,
    total: record['totalAmount'],
    said: withheld.includes('chemicals') && withheld.includes('totalAmount') && withheld.includes('chemicals.quantity'),
    named: 'chemicals.name' in labels,
    listed: list.rows.find((row) => row['BusinessId'] === id)?.['totalAmount'],
    print: allowedActions.includes('Print'),
  };
};
const HIDDEN = { rows: 0, total: null, said: true, named: false, listed: null };
const OPEN = { rows: 2, total: '235.00', said: false, named: true, listed: '235.00' };

it('keeps what a step hides from its handler, in the form, in lists, and in what was approved', async () => {
  expect(await seen(manager)).toEqual({ ...HIDDEN, print: false });
  const waiting = (await post('/bpmapi/NodeRecord/GetWaitList', { ProcedureId }, manager)).data as { rows: Row[] };
  expect(waiting.rows.map((row) => row['amount'])).toEqual([null]);
  // Their own record is open to the applicant; the step keeps it from being printed by anybody.
  expect(await seen(operator)).toEqual({ ...OPEN, print: false });
  expect((await print(operator)).message).toBe('单据正在「项目经理审核」步骤，该步骤不能打印');
});

it('goes on hiding it after the step, and shows it to the next', async () => {
  const { NodeRecordId } = await info(manager);
  expect((await approve(manager)).message).toBe('');
  expect(await seen(manager)).toEqual({ ...HIDDEN, print: true });
  const handled = (await post('/bpmapi/NodeRecord/GetNodeRecord', { NodeRecordId }, manager)).data;
  expect(handled).toMatchObject({ amount: null, snapshot: { totalAmount: null, chemicals: [], workType: '加药' } });
  expect(await seen(engineer)).toEqual({ ...OPEN, print: true });
  expect((await print(operator)).message).toBe('');
  const { steps } = (await info(operator)) as { steps: Row[] };
  expect(steps.filter((step) => step['printed'] === false).map((step) => step['key'])).toEqual(['s1']);
});

const workbook = async (as: Held): Promise<Map<string, unknown[][]>> => {
  const answer = await fetch(`${server.client.url}${NOTICE}/Export`, {
    method: 'POST',
    headers: { ...held(as), 'Content-Type': 'application/json' },
    body: JSON.stringify({ BusinessId: id }),
  });
  expect(answer.headers.get('content-type')).toContain('spreadsheetml');
  const sheets = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  return new Map(sheets.map((sheet) => [sheet.sheet, sheet.data as unknown[][]]));
};

it('puts one record into a workbook as the person sees it', async () => {
  const whole = await workbook(operator);
  expect([...whole.keys()]).toEqual(['单据', '药剂明细', '施工人员', '审批记录', '导出说明']);
  expect(whole.get('单据')).toContainEqual(['施工类型', '加药']);
  expect(whole.get('单据')).toContainEqual(['药剂总金额（元）', 235]);
  expect(whole.get('药剂明细')).toHaveLength(3);
  expect(whole.get('审批记录')?.map((row) => row[0])).toContain('项目经理审核');
  const reduced = await workbook(manager);
  expect([...reduced.keys()]).not.toContain('药剂明细');
  expect(reduced.get('单据')?.map((row) => row[0])).not.toContain('药剂总金额（元）');
  const { rows } = await sql<{ action: string; object: string }>`
    select action, object from audit_log where action = '导出单据' order by id desc limit 1`.execute(server.db);
  expect(rows[0]?.object).toMatch(/^SLSG-/);
  const cashier = await server.client.signIn('cashier');
  expect((await post(`${NOTICE}/Export`, { BusinessId: id }, cashier)).status).toBe(403);
});

it('asks for what the step requires, and takes nothing that it leaves out', async () => {
  expect((await approve(engineer, { engineerAdvice: '可以', targetIndex: 'pH8' })).message).toBe('');
  expect((await info(officer))['rights']).toEqual({ closed: [], required: ['briefingFile'] });
  expect((await approve(officer, { safetyBriefed: true })).errors).toEqual([
    { path: 'briefingFile', message: '请上传交底签字表' },
  ]);
  expect((await approve(officer, { safetyBriefed: true, briefingFile: [await pdf(officer)] })).message).toBe('');
  const last = await approve(operator, { afterPh: '8' });
  expect(last.errors).toContainEqual({ path: 'afterPh', message: '本步不填写完工pH值' });
});
