/** A step that is taken again after a return is signed again; what was signed the first time stays with it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { Walk } from '../../testing/walk.ts';

const PROJECT = 'EMC01001';
let server: TestServer;
let walk: Walk;

beforeAll(async () => {
  server = await startTestServer();
  walk = new Walk(server, 'electricityMeter');
});
afterAll(() => server.close());

const reading = async () => {
  const { rows } = await sql<{ id: string }>`select id::text from device
    where project_code = ${PROJECT} and category = '电表' order by code limit 1`.execute(server.db);
  const base = { project: PROJECT, contract: `HT-${PROJECT}-01` };
  const meter = rows[0]?.id ?? '';
  const seen = await walk.post('operator', 'Preview', { ...base, readings: [{ meter }] });
  const [row] = (seen.data.record as { readings: { previous: string | null; useKind: string | null }[] }).readings;
  const previous = Number(row?.previous ?? 0);
  return {
    ...base,
    settleMonth: '2026-01',
    periodStart: '2026-01-01',
    periodEnd: '2026-01-31',
    readTime: '2026-01-31T17:30:00+08:00',
    ourReader: (await walk.as('operator')).userId,
    customerReader: '赵工',
    priceMode: '单一电价',
    averagePrice: '0.82',
    meterPhotos: [await walk.file('operator')],
    readings: [
      {
        meter,
        useKind: row?.useKind ?? '主机',
        bearer: '我方承担',
        readKind: '正常',
        previous: String(previous),
        current: String(previous + 100),
        ctRatio: '160',
      },
    ],
  };
};

it('shows both signatures, each with the step that it was given in', async () => {
  const signed: unknown[] = [];
  const fields = {
    客户签认: async (who: string) => {
      const file = await walk.file(who);
      signed.push(file);
      return { customerSign: file, signDate: '2026-02-01' };
    },
  };
  const id = await walk.draft('operator', await reading());
  expect((await walk.submit('operator', id)).errors).toEqual([]);
  await walk.until('operator', id, '能源数据复核', fields);
  // As long as nothing was taken twice, the record says who signed.
  expect((await walk.info('operator', id)).steps.some((step) => 'signed' in step)).toBe(false);
  expect((await walk.reject('operator', id)).data).toMatchObject({ Status: 'returned' });
  const returned = await walk.info('operator', id);
  expect(returned.steps.filter((step) => 'signed' in step)).toHaveLength(1);
  await walk.submit('operator', id);
  await walk.until('operator', id, '能源数据复核', fields);

  const { record, steps } = await walk.info('operator', id);
  const taken = steps.filter((step) => step.name === '客户签认');
  expect(taken.map((step) => step.state)).toEqual(['done', 'done']);
  expect(signed).toHaveLength(2);
  expect(taken[0]).toMatchObject({ signed: { customerSign: signed[0] } });
  expect(taken[1]).not.toHaveProperty('signed');
  expect(record.customerSign).toMatchObject({ URL: (signed[1] as { URL: string }).URL });
  // The picture of the first one can still be fetched.
  const { url } = server.client;
  const operator = await walk.as('operator');
  const picture = await fetch(url + (signed[0] as { URL: string }).URL, {
    headers: { UserIdValue: operator.userId, TokenValue: operator.token },
  });
  expect(picture.status).toBe(200);
});

it('takes a drawing of whoever fills the field in, no paper and nobody else’s hand', async () => {
  const values = { ...(await reading()), settleMonth: '2026-02', periodStart: '2026-02-01', periodEnd: '2026-02-28' };
  const id = await walk.draft('operator', { ...values, readTime: '2026-02-28T17:30:00+08:00' });
  expect((await walk.submit('operator', id)).errors).toEqual([]);
  // The manager's hand hangs on the record from here on, and the operator may see and name it.
  const turn = await walk.turn('operator', id);
  const manager = turn?.accounts[0] ?? '';
  const { NodeRecordId, FormVersion } = await walk.info(manager, id);
  const theirs = await walk.file(manager);
  expect((await walk.post(manager, 'Approve', { NodeRecordId, FormVersion, Signature: theirs })).message).toBe('');

  const open = await walk.info('operator', id);
  const sign = (customerSign: unknown): ReturnType<Walk['post']> =>
    walk.post('operator', 'Approve', {
      NodeRecordId: open.NodeRecordId,
      FormVersion: open.FormVersion,
      customerSign,
      signDate: '2026-03-01',
    });
  const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
  const operator = await walk.as('operator');
  const paper = await server.client.upload('/bpmapi/ServiceResource/Upload', '签名.pdf', pdf, operator);
  const wrong = [{ path: 'customerSign', message: '签名须由您本人手写，请重新签名' }];
  expect((await sign(paper.data)).errors).toEqual(wrong);
  expect((await sign(theirs)).errors).toEqual(wrong);
  expect((await sign(await walk.file('operator'))).message).toBe('');
});
