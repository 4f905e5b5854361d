import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeValues } from '../../engine/testing/notice.ts';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { Walk } from '../../testing/walk.ts';

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
  it('is judged by its content, whatever its name says, and by what its name would make of it', async () => {
    const operator = await server.client.signIn('operator');
    const elf = new Uint8Array(4096);
    elf.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]);
    elf.set([2, 0, 0x3e, 0, 1], 16);
    for (const [name, content] of [
      ['照片.jpg', elf],
      ['说明.txt', text('#!/bin/sh\nrm -rf /\n')],
      ['页面.txt', text('<html><script>alert(1)</script></html>')],
      ['程序.exe', text('MZ and so on')],
      ['图.svg', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ['页面.html', text('%PDF-1.4\n<html><script>alert(1)</script></html>')],
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

  it("becomes a picture of oneself, which all may see, only where it is one and one's own", async () => {
    const [operator, other] = [await server.client.signIn('operator'), await server.client.signIn('sales')];
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const { data } = await upload(operator, '合同照片.png', new Uint8Array(picture));
    const avatar = (URL: unknown, as: Held) => server.client.post('/webapi/UserInfo/EditAvatars', { URL }, as);
    const refusal = { status: 0, errors: [{ path: 'URL', message: '请先上传头像' }] };
    expect(await avatar(data.URL, other)).toMatchObject(refusal);
    expect((await bodyOf(await fetchFile(data.URL, other))).status).toBe(403);
    const note = await upload(operator, '说明.txt', text('说明'));
    expect(await avatar(note.data.URL, operator)).toMatchObject(refusal);
    expect(await avatar(data.URL, operator)).toMatchObject({ status: 1 });
    expect((await fetchFile(data.URL, other)).status).toBe(200);
  });

  it('that belongs to nothing is gone after a day, one that belongs to a record is not', async () => {
    const operator = await server.client.signIn('operator');
    const loose = await upload(operator, '遗留.txt', text('遗留'));
    const tied = await upload(operator, '保留.txt', text('保留'));
    const draft = await server.client.post(`${NOTICE}/Draft`, { workType: '加药' }, operator);
    const resource = { BusinessType: NOTICE_ID, BusinessId: draft.data.BusinessId, ...tied.data };
    await server.client.post(SAVE, { ServiceResourceList: [resource] }, operator);
    await sql`update file set uploaded_at = now() - interval '25 hours'`.execute(server.db);
    const recent = await upload(operator, '刚传.txt', text('刚传'));
    for (const job of server.jobs) if (job.name === 'file-orphans') await job.run({});
    expect((await bodyOf(await fetchFile(loose.data.URL, operator))).status).toBe(404);
    for (const kept of [tied, recent])
      expect(await (await fetchFile(kept.data.URL, operator)).text()).toMatch(/^[保刚]/);
  });

  it('is found only under its whole address', async () => {
    const operator = await server.client.signIn('operator');
    const { data } = await upload(operator, '地址.txt', text('地址'));
    const guessed = String(data.URL).replace(/-[^/]{16}\//, `-${'A'.repeat(16)}/`);
    expect((await bodyOf(await fetchFile(guessed, operator))).status).toBe(404);
  });
});

describe('an attachment', () => {
  const BATCH = '/bpmapi/ServiceResource/EditBatch';
  const names = (reply: Reply) => (reply.data as unknown as readonly { Name: string }[]).map((one) => one.Name);

  it('comes and goes in the hands of whoever has the record, and of its own', async () => {
    const walk = new Walk(server, 'constructionNotice');
    const [maker, handler, other] = [
      await walk.as('operator'),
      await walk.as('projectManager'),
      await walk.as('operator2'),
    ];
    const id = await walk.draft('operator', noticeValues({ schemeFiles: [await walk.file('operator')] }));
    const list = async (by: Held, ...files: readonly string[]) => ({
      ServiceResourceList: await Promise.all(
        files.map(async (name) => ({
          BusinessType: NOTICE_ID,
          BusinessId: id,
          ...(await upload(by, name, text(name))).data,
        })),
      ),
    });
    const put = async (by: Held, path: string, ...files: readonly string[]) =>
      server.client.post(path, await list(by, ...files), by);
    const added = await put(maker, SAVE, '方案.txt');
    expect([added.status, names(added)]).toEqual([0, ['方案.txt']]);
    const [scheme] = added.data as unknown as readonly { readonly Id: string }[];
    const drop = (by: Held) => server.client.post(SAVE, { Id: scheme?.Id }, by);

    // Not whose draft it is.
    for (const path of [SAVE, BATCH]) expect((await put(other, path, '混入.txt')).status).toBe(403);
    expect((await drop(other)).status).toBe(404);

    expect((await walk.submit('operator', id)).message).toBe('');
    // With the step gone on, nothing more comes from the maker, and what was handed in stays.
    for (const path of [SAVE, BATCH])
      expect((await put(maker, path, '补交.txt')).message).toBe('您现在不能给该单据添加附件');
    expect((await drop(maker)).message).toBe('该附件已随审批提交，不能删除');

    expect(names(await put(handler, SAVE, '意见.txt'))).toEqual(['方案.txt', '意见.txt']);
    expect((await drop(handler)).message).toBe('只能删除自己上传的附件');
    // Put there anew: one's own of this step, nobody else's.
    expect(names(await put(handler, BATCH, '新意见.txt'))).toEqual(['方案.txt', '新意见.txt']);
    expect((await sql`select 1 from attachment where name = '混入.txt'`.execute(server.db)).rows).toEqual([]);
  });
});
