/** Large files of the library: parts, going on after a break, limits, what is refused, what is cleared away, and addresses for players. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Page, pdfOf } from '../../platform/pdf/document.ts';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer, UPLOAD_LIMIT } from '../../testing/server.ts';

const CALL = '/bpmapi/TrainResources';
const MB = 1024 * 1024;
let server: TestServer;
let hr: Held;
let second: Held;

beforeAll(async () => {
  server = await startTestServer();
  hr = await server.client.signIn('hr');
  second = await server.client.signIn('admin');
});
afterAll(() => server.close());

const post = (path: string, body: object, who: Held = hr): Promise<Reply> =>
  server.client.json(`${CALL}/${path}`, body, who);
const begin = (name: string, size: number, who: Held = hr, modified = 1_700_000_000_000) =>
  post('UploadBegin', { name, size, modified }, who);
const part = (uploadId: unknown, chunk: number, content: Uint8Array<ArrayBuffer>, who: Held = hr) =>
  server.client.upload(`${CALL}/Upload`, 'part', content, who, { uploadId: String(uploadId), chunk: String(chunk) });
const ended = (uploadId: unknown, who: Held = hr) => post('UploadEnd', { uploadId }, who);
const slice = (of: Uint8Array<ArrayBuffer>, nth: number) => of.slice(nth * 8 * MB, (nth + 1) * 8 * MB);

/** A film by its first bytes, the rest differing from place to place. */
const film = (bytes: number): Uint8Array<ArrayBuffer> => {
  const content = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 997) content[at] = at % 251;
  content.set([0, 0, 0, 24, ...Buffer.from('ftypisom'), 0, 0, 2, 0, ...Buffer.from('isommp42')], 0);
  return content;
};
const uploads = async (who: Held = hr) =>
  (await post('Uploads', {}, who)).data as unknown as { rows: { uploadId: string; have: number[] }[] };

describe('a film in parts', () => {
  it('goes on where it was broken off, in any order, and is the same file at the end', async () => {
    const content = film(24 * MB + 5);
    const begun = await begin('机组拆装.mp4', content.length);
    expect(begun.data).toMatchObject({ name: '机组拆装.mp4', partBytes: 8 * MB, have: [] });
    const { uploadId } = begun.data;
    expect((await part(uploadId, 3, slice(content, 3))).data).toMatchObject({ have: [3] });
    expect((await part(uploadId, 0, slice(content, 0))).data).toMatchObject({ have: [0, 3] });
    // Sent again because its answer was lost.
    expect((await part(uploadId, 0, slice(content, 0))).data).toMatchObject({ have: [0, 3] });
    expect((await ended(uploadId)).message).toBe('还有2片没有传到，请继续上传');
    // A reload: the same file chosen again is the same upload; another one of that name is not.
    const again = await begin('机组拆装.mp4', content.length);
    expect(again.data).toMatchObject({ uploadId, have: [0, 3] });
    expect((await begin('机组拆装.mp4', content.length, hr, 1)).data).toMatchObject({ have: [] });
    expect((await uploads()).rows.find((one) => one.uploadId === uploadId)).toMatchObject({ have: [0, 3] });
    for (const nth of [1, 2]) expect((await part(uploadId, nth, slice(content, nth))).status).toBe(1);
    const stored = await ended(uploadId);
    expect([stored.message, stored.data.Name, stored.data.Size]).toEqual(['', '机组拆装.mp4', content.length]);
    expect((await ended(uploadId)).data).toEqual(stored.data);
    // Where the page was reloaded before it heard so, nothing is sent again.
    expect((await begin('机组拆装.mp4', content.length)).data).toMatchObject({
      uploadId,
      have: [0, 1, 2, 3],
    });
    const fetched = await fetch(`${server.client.url}${String(stored.data.URL)}`, { headers: held(hr) });
    expect(fetched.headers.get('content-type')).toBe('video/mp4');
    const sum = (of: Uint8Array) => createHash('sha256').update(of).digest('hex');
    expect(sum(new Uint8Array(await fetched.arrayBuffer()))).toBe(sum(content));
    const { rows } = await sql`select 1 from file_upload_part where upload_id = ${String(uploadId)}`.execute(server.db);
    expect(rows).toEqual([]);
    expect((await uploads()).rows.some((one) => one.uploadId === uploadId)).toBe(false);
  });

  it('is its maker’s alone, and only for those who keep the library', async () => {
    const { uploadId } = (await begin('别人.mp4', 9 * MB)).data;
    const bytes = film(9 * MB);
    for (const answer of [
      await part(uploadId, 0, slice(bytes, 0), second),
      await ended(uploadId, second),
      await post('UploadDrop', { uploadId }, second),
    ])
      expect([answer.status, answer.message]).toEqual([404, '该上传已取消或已过期，请重新上传']);
    const operator = await server.client.signIn('operator');
    expect((await begin('x.mp4', 10, operator)).status).toBe(403);
    expect((await post('Uploads', {}, operator)).status).toBe(403);
    expect((await post('UploadDrop', { uploadId })).status).toBe(1);
    expect((await part(uploadId, 0, slice(bytes, 0))).status).toBe(404);
  });

  it('says at its field what is wrong, and refuses parts that are not whole', async () => {
    expect((await begin('', 10)).errors).toEqual([{ path: 'name', message: '请选择文件' }]);
    expect((await begin('a.mp4', 0)).errors).toMatchObject([{ path: 'size' }]);
    const big = await begin('长片.mp4', UPLOAD_LIMIT + 1);
    expect(big.errors).toEqual([{ path: 'size', message: '文件过大：视频不能超过200MB' }]);
    expect((await begin('手册.pdf', 101 * MB)).errors).toEqual([
      { path: 'size', message: '文件过大：视频以外的文件不能超过100MB' },
    ]);
    const { uploadId } = (await begin('缺.mp4', 9 * MB)).data;
    expect((await part(uploadId, 0, film(5 * MB))).message).toBe('这一片没有传完整，请重试');
    expect((await part(uploadId, 2, film(64))).errors).toEqual([{ path: 'chunk', message: '没有这一片' }]);
    await post('UploadDrop', { uploadId });
  });
});

describe('what is in a file', () => {
  it('is judged by its first part, not by its name', async () => {
    const program = new Uint8Array(8 * MB);
    program.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]);
    program.set([2, 0, 0x3e, 0, 1], 16);
    const { uploadId } = (await begin('装机.mp4', 20 * MB)).data;
    expect((await part(uploadId, 0, program)).message).toBe('不支持该类型文件');
    // A paper that calls itself a film is held to the limit of papers.
    const paper = (await begin('手册.mp4', 150 * MB)).data;
    const pdf = new Uint8Array(8 * MB);
    pdf.set(Buffer.from('%PDF-1.7\n'));
    expect((await part(paper.uploadId, 0, pdf)).message).toBe('文件过大：视频以外的文件不能超过100MB');
    for (const id of [uploadId, paper.uploadId]) await post('UploadDrop', { uploadId: id });
  });
});

describe('what nobody goes on with', () => {
  it('is cleared away after three days, with its parts', async () => {
    const { uploadId } = (await begin('忘了.mp4', 9 * MB)).data;
    const kept = (await begin('还要.mp4', 9 * MB)).data;
    await part(uploadId, 0, slice(film(9 * MB), 0));
    await sql`update file_upload set touched_at = touched_at - interval '73 hours' where id = ${String(uploadId)}`.execute(
      server.db,
    );
    for (const job of server.jobs) if (job.name === 'file-orphans') await job.run({});
    const left = (await uploads()).rows.map((one) => one.uploadId);
    expect([left.includes(String(uploadId)), left.includes(String(kept.uploadId))]).toEqual([false, true]);
    const { rows } = await sql`select 1 from file_upload_part where upload_id = ${String(uploadId)}`.execute(server.db);
    expect(rows).toEqual([]);
  });

  it('is ten files at most', async () => {
    let last: Reply | undefined;
    for (let nth = 0; nth < 11; nth += 1) last = await begin(`多${nth}.mp4`, 9 * MB, second);
    expect(last?.message).toBe('未传完的文件最多10个，请先传完或取消');
  });
});

describe('an address for a player', () => {
  const link = async (url: unknown, who: Held) => server.client.post('/bpmapi/ServiceResource/Link', { URL: url }, who);
  it('opens one file without headers, in ranges, as long as the session lives', async () => {
    const session = await server.client.signIn('sales');
    const up = async (name: string) =>
      (await server.client.upload('/bpmapi/ServiceResource/Upload', name, new TextEncoder().encode(name), session))
        .data;
    const [mine, other] = [await up('一.txt'), await up('二.txt')];
    const answer = await link(mine.URL, session);
    const url = `${server.client.url}${String(answer.data.URL)}`;
    const ranged = await fetch(url, { headers: { Range: 'bytes=0-2' } });
    expect([ranged.status, await ranged.text()]).toEqual([206, '一']);
    const pass = new URL(url).search;
    expect((await fetch(`${server.client.url}${String(other.URL)}${pass}`)).status).toBe(401);
    expect((await fetch(url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(401);
    // Who may not see the file gets no address either.
    expect((await link(mine.URL, await server.client.signIn('operator'))).status).toBe(403);
    await sql`delete from app_session where user_id = ${session.userId}`.execute(server.db);
    expect((await fetch(url)).status).toBe(401);
  });

  it('for a marked copy writes who takes a PDF into it, and opens nothing else', async () => {
    const session = await server.client.signIn('hr');
    const pdf = pdfOf([new Page('A4')], { title: '证件', at: new Date() });
    const stored = (
      await server.client.upload('/bpmapi/ServiceResource/Upload', '证件.pdf', new Uint8Array(pdf), session)
    ).data;
    const answer = await server.client.post('/bpmapi/ServiceResource/Link', { URL: stored.URL, Mark: true }, session);
    const url = `${server.client.url}${String(answer.data.URL)}`;
    const taken = await fetch(url);
    expect(taken.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await taken.arrayBuffer());
    expect([bytes.length > pdf.length, bytes.subarray(0, pdf.length).equals(pdf)]).toEqual([true, true]);
    expect(bytes.toString('latin1')).toContain('/Subtype /Stamp');
    // Without the mark the pass is no good: what is marked cannot be had clean by it.
    expect((await fetch(url.replace('&mark=1', ''))).status).toBe(401);
  });
});
