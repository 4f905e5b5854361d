/** Data files that were provided on request: who took them is on record, and what is secret says so wherever it is saved. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Page, pdfOf } from '../../platform/pdf/document.ts';
import { Chains } from '../../testing/chains.ts';
import { held } from '../../testing/client.ts';

const PROJECT = 'EMC01001';
const pdf = pdfOf([new Page('A4')], { title: '结算', at: new Date() });

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

describe('files that were provided on request', () => {
  const provided = async (secretLevel: string, more: object) => {
    const analyst = await chains.server.client.signIn('energyAnalyst');
    const upload = async (name: string, bytes: Buffer): Promise<unknown> =>
      (await chains.server.client.upload('/bpmapi/ServiceResource/Upload', name, new Uint8Array(bytes), analyst)).data;
    const [paper, table] = [
      await upload('结算.pdf', pdf),
      await upload('日报.csv', Buffer.from('日期,冷量\n2026-01-01,120\n')),
    ];
    const row = { rowCount: 6, expectCount: 6, missReason: '无缺失' };
    const done = await chains.through(
      'projectDataRequire',
      'projectManager',
      {
        project: PROJECT,
        dataFrom: '2026-01',
        dataTo: '2026-06',
        deadline: chains.day(9),
        provider: chains.user('energyAnalyst'),
        fileFormat: 'Excel',
        outside: false,
        secretLevel,
        needs: [{ dataKind: '表计抄表', pointCount: 6 }],
        ...more,
      },
      {
        数据提供: {
          provideDate: chains.day(2),
          desensitized: true,
          deliveries: [
            { ...row, deliverKind: '结算单', dataFile: paper },
            { ...row, deliverKind: '冷量日报', dataFile: table },
          ],
        },
        ...(secretLevel === '商业秘密'
          ? { 运营总监审批: { releaseScope: '按申请提供' }, 需求人验收: { destroyDate: chains.day(90) } }
          : {}),
      },
    );
    const taken = async ({ URL }: { URL: string }, range = '') => {
      const answer = await fetch(chains.server.client.url + URL, {
        headers: {
          ...held(await chains.server.client.signIn('projectManager')),
          ...(range === '' ? {} : { Range: range }),
        },
      });
      const name = decodeURIComponent(answer.headers.get('content-disposition')?.split("''")[1] ?? '');
      return { status: answer.status, name, body: Buffer.from(await answer.arrayBuffer()) };
    };
    return { id: done.id, paper: paper as { URL: string }, table: table as { URL: string }, taken };
  };
  const kept = (id: string) =>
    chains.rows(`select action, summary, after ->> '水印' as mark, user_name <> '' as named from audit_log
      where object_type = 'projectDataRequire' and object_id = '${id}' and kind = '导出' order by id`);

  it('each download is on record; what is secret carries who took it', async () => {
    const { id, paper, table, taken } = await provided('商业秘密', {});
    const read = await taken(paper);
    expect(read.name).toMatch(/^结算（商业秘密 .+ projectManager \d{4}-\d\d-\d\d \d{4}）\.pdf$/);
    expect(read.body.subarray(0, pdf.length).equals(pdf)).toBe(true);
    expect(read.body.toString('latin1', pdf.length)).toContain('/Subtype /Stamp');
    // A part of it is a reading of the whole.
    const part = await taken(table, 'bytes=5-9');
    expect([part.status, part.body.toString().startsWith('日期')]).toEqual([200, true]);
    expect(part.name).toMatch(/^日报（商业秘密 .+）\.csv$/);
    const row = { action: '下载数据文件', mark: '商业秘密', named: true };
    expect(await kept(id)).toEqual([
      { ...row, summary: '结算单，商业秘密' },
      { ...row, summary: '冷量日报，商业秘密' },
    ]);
  });

  it('what is for everybody inside is on record, and left as it is', async () => {
    const { id, paper, taken } = await provided('内部', {});
    const read = await taken(paper);
    expect([read.name, read.body.equals(pdf)]).toEqual(['结算.pdf', true]);
    expect(await kept(id)).toEqual([{ action: '下载数据文件', summary: '结算单，内部', mark: null, named: true }]);
  });
});
