import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Held, held } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const NOTICE = '/bpmapi/ConstructionNotice';
const NOTICE_ID = '10';
const UPLOAD = '/bpmapi/ServiceResource/Upload';
const SAVE = '/bpmapi/ServiceResource/EditServiceResource';
const upload = (session: Held | null, name: string, content: Uint8Array<ArrayBuffer>) =>
  server.client.upload(UPLOAD, name, content, session);
const text = (of: string) => new TextEncoder().encode(of);
const fetchFile = (url: unknown, session: Held | null, headers: Record<string, string> = {}) =>
  fetch(`${server.client.url}${String(url)}`, { headers: { ...held(session), ...headers } });
const bodyOf = async (answer: Response) => (await answer.json()) as { status: number; message: string };

describe('an upload', () => {
  it('is judged by its content, whatever its name says', async () => {
    const operator = await server.client.signIn('operator');
    const elf = new Uint8Array(4096);
    elf.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]);
    elf.set([2, 0, 0x3e, 0, 1], 16);
    for (const [name, content] of [
      ['照片.jpg', elf],
      ['说明.txt', text('#!/bin/sh\nrm -rf /\n')],
      ['页面.txt', text('<html><script>alert(1)</script></html>')],
      ['程序.exe', text('MZ and so on')],
    ] as const)
      expect([name, (await upload(operator, name, content)).message]).toEqual([name, '不支持该类型文件']);
  });

  it('ends at fifty megabytes', async () => {
    const operator = await server.client.signIn('operator');
    const answer = await upload(operator, '很大.bin', new Uint8Array(51 * 1024 * 1024).fill(1));
    expect(answer).toMatchObject({ http: 200, status: 0, message: '文件不能超过50MB' });
  });

  it('of a photo has a small picture and answers ranges', async () => {
    const operator = await server.client.signIn('operator');
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2468ac' } })
      .png()
      .toBuffer();
    const stored = await upload(operator, '../../机房 照片.png', new Uint8Array(picture));
    expect(stored.data).toMatchObject({ Name: '机房 照片.png', Size: picture.length });
    const small = await fetchFile(`${String(stored.data.URL)}?small=1`, operator);
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(320);
    const part = await fetchFile(stored.data.URL, operator, { Range: 'bytes=0-7' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, picture.subarray(0, 8)]);
  });
});

describe('a stored file', () => {
  it('is for its uploader, and for who may see a record that it belongs to', async () => {
    const [operator, other] = [await server.client.signIn('operator'), await server.client.signIn('sales')];
    const { data } = await upload(operator, '方案.txt', text('加药方案'));
    expect(await (await fetchFile(data.URL, operator)).text()).toBe('加药方案');
    expect((await fetchFile(data.URL, null)).status).toBe(401);
    expect((await bodyOf(await fetchFile(data.URL, other))).status).toBe(403);

    const draft = await server.client.post(`${NOTICE}/Draft`, { workType: '加药' }, operator);
    const resource = { BusinessType: NOTICE_ID, BusinessId: draft.data.BusinessId, ...data };
    const saved = await server.client.post(SAVE, { ServiceResourceList: [resource] }, operator);
    expect(saved).toMatchObject({ status: 0, message: '', data: [{ Name: '方案.txt' }] });
    const stranger = await server.client.post(SAVE, { ServiceResourceList: [resource] }, other);
    expect([403, 404]).toContain(stranger.status);
    // Still not for somebody who may not see the record.
    expect((await bodyOf(await fetchFile(data.URL, other))).status).toBe(403);
  });

  it('cannot be tied to a record by somebody who may not see the file', async () => {
    const [operator, other] = [await server.client.signIn('operator'), await server.client.signIn('operator2')];
    const { data } = await upload(operator, '私有.txt', text('私有'));
    const draft = await server.client.post(`${NOTICE}/Draft`, { workType: '加药' }, other);
    const answer = await server.client.post(
      SAVE,
      { ServiceResourceList: [{ BusinessType: NOTICE_ID, BusinessId: draft.data.BusinessId, ...data }] },
      other,
    );
    expect(answer).toMatchObject({ http: 200, status: 1, errors: [{ path: 'ServiceResourceList[0].URL' }] });
    expect((await bodyOf(await fetchFile(data.URL, other))).status).toBe(403);
  });

  it('that belongs to nothing is gone after a day, one that belongs to a record is not', async () => {
    const operator = await server.client.signIn('operator');
    const loose = await upload(operator, '遗留.txt', text('遗留'));
    const tied = await upload(operator, '保留.txt', text('保留'));
    const draft = await server.client.post(`${NOTICE}/Draft`, { workType: '加药' }, operator);
    const resource = { BusinessType: NOTICE_ID, BusinessId: draft.data.BusinessId, ...tied.data };
    await server.client.post(SAVE, { ServiceResourceList: [resource] }, operator);
    await sql`update file set uploaded_at = now() - interval '25 hours'`.execute(server.db);
    for (const job of server.jobs) if (job.name === 'file-orphans') await job.run({});
    expect((await bodyOf(await fetchFile(loose.data.URL, operator))).status).toBe(404);
    expect((await fetchFile(tied.data.URL, operator)).status).toBe(200);
  });
});
