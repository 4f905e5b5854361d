/** Daily files: archived under their number, tied to what they are about, watched until they expire. */
import { serviceTask } from '@hengneng/forms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);
const archive = () =>
  rows(
    'select archive_no as no, category, secrecy, file_count as files, payment::text, device::text, reply_no as reply from b_project_document where not voided order by id',
  );
const file = async (given: object) => ({
  project: PROJECT,
  contract: null,
  docDate: chains.day(-10),
  hasPaper: false,
  secrecy: '内部',
  attachments: [
    {
      fileName: '正文',
      version: 'V1.0',
      mediaType: 'PDF',
      pages: 3,
      attachment: await chains.file('operator'),
      original: true,
    },
  ],
  ...given,
});
const archived = (archiveNo: string) => ({ 行政归档: { archiveNo, archiveDate: chains.day(0) } });

describe('日常资料', () => {
  it('of a test sets the next date of the device and does the task that was bought for it', async () => {
    const [device] = await rows(
      `select id::text, factory_no as no, next_inspection::text as next from device where project_code = '${PROJECT}' and factory_no is not null order by id limit 1`,
    );
    const [supplier = ''] = await chains.offered('purchaser', 'supplier');
    await chains.server.db.transaction().execute((tx) =>
      enter(
        tx,
        serviceTask,
        [
          {
            buyerContract: '1',
            project: PROJECT,
            supplier,
            kind: '检测',
            item: '压力容器年度检查',
            object: '主机',
            registerNo: String(device?.no),
            dueOn: chains.day(20),
            planTimes: 1,
            doneTimes: 0,
          },
        ],
        SETUP,
      ),
    );
    const state = async () => [
      await rows(`select next_inspection::text as next from device where id = ${device?.id}`),
      await rows('select done_times as done, done_on::text as "on" from b_service_task where not voided'),
    ];
    const before = await state();
    const { id } = await chains.through(
      'dailyInformation',
      'operator',
      await file({ category: '检测检验报告', docNo: 'JC-1', expireDate: chains.day(355), relatedDevice: device?.id }),
      archived('DA-T-1'),
    );
    expect(await state()).toEqual([[{ next: chains.day(355) }], [{ done: 1, on: chains.day(-10) }]]);
    expect(await archive()).toEqual([
      {
        no: 'DA-T-1',
        category: '检测检验报告',
        secrecy: '内部',
        files: 1,
        payment: null,
        device: device?.id,
        reply: null,
      },
    ]);
    expect((await chains.reminders('dailyInformation', id)).map(({ day, users }) => [day, users])).toEqual([
      [chains.day(325), [chains.user('projectManager')]],
    ]);
    await chains.cancel('dailyInformation', id);
    expect(await state()).toEqual(before);
    expect([...(await archive()), ...(await chains.reminders('dailyInformation', id))]).toEqual([]);
  });

  it('of a payment is hung onto the payment that it proves', async () => {
    const payment = async (amount: string): Promise<string> => {
      const { rows: made } = await sql<{ id: string }>`insert into f_payment
          (serial, status, applicant, applicant_dept, project, energy_type, cost_month, pay_total)
        values (${`T-${amount}`}, 'approved', ${chains.user('projectManager')}, 'A632201', ${PROJECT}, '电', '2026-03', ${amount}) returning id::text`.execute(
        chains.server.db,
      );
      return made[0]?.id ?? '';
    };
    await payment('100.00');
    const same = await payment('230.50');
    const { id } = await chains.through(
      'dailyInformation',
      'operator',
      await file({ category: '能源缴费凭证', energyKind: '电', payMonth: '2026-03', payAmount: '230.50' }),
      archived('DA-T-2'),
    );
    expect((await archive())[0]).toMatchObject({ no: 'DA-T-2', payment: same });
    await chains.cancel('dailyInformation', id);
  });

  it('of a letter reminds of the answer until it is given', async () => {
    const given = await file({
      category: '往来函件',
      docNo: 'H-1',
      direction: '收函',
      counterpart: '示范物业',
      needReply: true,
      replyBefore: chains.day(10),
      replyUser: chains.user('engineer'),
    });
    const id = await chains.submit('dailyInformation', 'operator', given);
    const both = [chains.user('engineer'), chains.user('projectManager')].toSorted();
    expect(
      (await chains.reminders('dailyInformation', id)).map(({ day, every, users }) => [
        day,
        every,
        (users as string[]).toSorted(),
      ]),
    ).toEqual([
      [chains.day(7), null, both],
      [chains.day(10), 1, both],
    ]);
    await chains.agree('dailyInformation', 'operator', id, {
      回复办理: { replyNo: 'F-1', replyDate: chains.day(0) },
      ...archived('DA-T-3'),
    });
    expect(await chains.reminders('dailyInformation', id)).toEqual([]);
    expect((await archive()).at(-1)).toMatchObject({ no: 'DA-T-3', reply: 'F-1' });
  });
});
