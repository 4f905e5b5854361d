/** Bank accounts over the wire: proposed by one and agreed to by another, masked, checked, and picked by the forms that pay. */
import { creditSign } from '@hengneng/core';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const PROJECT = 'EMC01002';
const NUMBER = '6217001230001112223';
const TAX = `91310000MA1FL0000${creditSign('91310000MA1FL0000')}`;
let server: TestServer;
let finance: Held;
let second: Held;
let cashier: Held;
let manager: Held;

const save = (SetType: string, body: object, who: Held): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/InsertProjectSetUp', { SetType, Reason: '试验', ...body }, who);
const list = (SetType: string, who: Held, body: object = {}): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/GetProjectSetUp', { SetType, ...body }, who);
const paper = async (who: Held) => {
  const sent = await server.client.upload(
    '/bpmapi/ServiceResource/Upload',
    '依据.txt',
    Buffer.from(`依据 ${who.userId}`),
    who,
  );
  return sent.data as { readonly URL: string; readonly Size: number; readonly Name: string };
};
interface Row {
  readonly Id: string;
  readonly AccountNo: string;
  readonly State: string;
  readonly Editor: string | null;
  readonly ProjectCode: string | null;
  readonly Values: Readonly<Record<string, unknown>>;
}
interface Change {
  readonly ChangeId: string;
  readonly MayDecide: boolean;
  readonly Lines: readonly { readonly Label: string; readonly After: string }[];
}
const rowsOf = (reply: Reply): readonly Row[] => reply.data.rows as readonly Row[];
const changesOf = (reply: Reply): readonly Change[] => reply.data.Changes as readonly Change[];
const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);

beforeAll(async () => {
  server = await startTestServer();
  [finance, second, cashier, manager] = await Promise.all([
    server.client.signIn('finance'),
    server.client.signIn('finance2'),
    server.client.signIn('cashier'),
    server.client.signIn('projectManager'),
  ]);
}, 120_000);
afterAll(() => server.close());

const PAY = {
  ProjectCode: PROJECT,
  Customer: '静雅酒店管理有限公司',
  AccountName: '静雅酒店管理有限公司',
  Bank: '工商银行静安支行',
  AccountNo: NUMBER,
  TaxNo: TAX,
};

describe('a customer’s account', () => {
  it('is refused where something is wrong, at the field', async () => {
    expect(faults(await save('userPayAccount', { ...PAY, AccountNo: '12a' }, cashier))).toEqual([
      'AccountNo 账号格式不正确，应为8~30位数字',
    ]);
    expect(faults(await save('userPayAccount', { ...PAY, BankNo: '123' }, cashier))).toEqual([
      'BankNo 联行号应为12位数字',
    ]);
    expect(faults(await save('userPayAccount', { ...PAY, TaxNo: '91310000MA1FL00000' }, cashier))).toContain(
      'TaxNo 统一社会信用代码不正确',
    );
    expect(faults(await save('userPayAccount', PAY, cashier))).toEqual([
      'Files 新增或修改户名、开户行、账号须上传依据',
    ]);
    const { rows } = await sql<{
      no: string;
      customer: string;
    }>`select account_no as no, customer_name as customer from b_user_pay_account
      where project <> ${PROJECT} limit 1`.execute(server.db);
    const taken = await save(
      'userPayAccount',
      { ...PAY, AccountNo: rows[0]?.no, Files: [await paper(cashier)] },
      cashier,
    );
    expect(faults(taken)).toEqual([`AccountNo 该账号已登记在【${rows[0]?.customer}】名下`]);
  });

  it('holds once a second person agreed, and not before', async () => {
    const sent = await save('userPayAccount', { ...PAY, Files: [await paper(finance)] }, finance);
    expect(sent.data).toMatchObject({ State: '待确认' });
    const mine = await list('userPayAccount', finance, { ProjectCode: PROJECT });
    const [change] = changesOf(mine);
    expect(change?.MayDecide).toBe(false);
    expect(change?.Lines.find(({ Label }) => Label === '账号')?.After).toBe('6217***********2223');
    const ChangeId = change?.ChangeId;
    expect((await save('userPayAccount', { Action: 'agree', ChangeId }, finance)).message).toBe(
      '提出人不能确认自己的变更，收款与付款账户须双人复核',
    );
    expect((await save('userPayAccount', { Action: 'agree', ChangeId }, cashier)).message).toBe('账户变更由财务复核');
    expect(rowsOf(mine).some(({ AccountNo }) => AccountNo.endsWith('2223'))).toBe(false);
    expect((await save('userPayAccount', { Action: 'agree', ChangeId }, second)).data).toMatchObject({ State: '生效' });
    // Pressed twice it is done once.
    expect((await save('userPayAccount', { Action: 'agree', ChangeId }, second)).message).toContain('该变更已处理');
    const row = rowsOf(await list('userPayAccount', finance, { Keyword: NUMBER })).find(
      ({ State }) => State === '生效',
    );
    expect(row).toMatchObject({ AccountNo: '6217***********2223', ProjectCode: PROJECT });
    const { rows } =
      await sql`select 1 from b_user_pay_account where account_no = ${NUMBER} and enabled = '启用'`.execute(server.db);
    expect(rows).toHaveLength(1);
  });

  it('changes without its number being typed again, and is switched off at once', async () => {
    const row = rowsOf(await list('userPayAccount', finance, { Keyword: NUMBER }))[0];
    const edit = { ...PAY, Id: row?.Id, AccountNo: '', UserNo: 'YH-9' };
    expect((await save('userPayAccount', edit, cashier)).data).toMatchObject({ State: '待确认' });
    expect(faults(await save('userPayAccount', edit, cashier))).toEqual(['Reason 该账户有待确认的变更，请先处理']);
    const [change] = changesOf(await list('userPayAccount', finance, { ProjectCode: PROJECT }));
    expect(change?.Lines).toEqual([{ Label: '用户户号', Before: '（空）', After: 'YH-9' }]);
    await save('userPayAccount', { Action: 'return', ChangeId: change?.ChangeId }, finance);
    expect(rowsOf(await list('userPayAccount', finance, { Keyword: NUMBER }))[0]?.Values['UserNo']).toBe('');
    expect((await save('userPayAccount', { Action: 'disable', Id: row?.Id }, cashier)).data).toMatchObject({
      State: '停用',
    });
  });

  it('is seen by its project’s people, masked; the whole number by finance, which is noted', async () => {
    const own = rowsOf(await list('userPayAccount', manager, { ProjectCode: PROJECT }));
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ AccountNo }) => AccountNo.includes('*'))).toBe(true);
    const Id = own[0]?.Id;
    expect((await save('userPayAccount', { Action: 'reveal', Id }, manager)).status).toBe(403);
    const other = await server.client.signIn('projectManager5');
    expect((await list('userPayAccount', other, { ProjectCode: PROJECT })).status).toBe(404);
    expect(rowsOf(await list('userPayAccount', other)).some(({ ProjectCode }) => ProjectCode === PROJECT)).toBe(false);
    expect((await list('userPayAccount', await server.client.signIn('operator'))).status).toBe(403);
    const whole = await save('userPayAccount', { Action: 'reveal', Id }, finance);
    expect(String(whole.data.AccountNo)).toMatch(/^\d{8,30}$/);
    const { rows } = await sql`select 1 from audit_log where action = '查看用户付款账户完整账号'`.execute(server.db);
    expect(rows).toHaveLength(1);
  });

  it('leaves masked', async () => {
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: finance.userId, TokenValue: finance.token },
      body: JSON.stringify({ Kind: 'userPayAccount', ProjectCode: PROJECT }),
    });
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const [head = [], ...rows] = sheet?.data ?? [];
    const shown = rowsOf(await list('userPayAccount', finance, { ProjectCode: PROJECT }));
    expect(rows.map((row) => row[head.indexOf('账号')])).toEqual(shown.map(({ AccountNo }) => AccountNo));
  });
});

describe('the company’s account', () => {
  it('is one for each project and purpose at a time', async () => {
    const account = async (AccountNo: string) => {
      const made = await save(
        'userReceivedAccount',
        {
          Company: '衡能示范公司',
          AccountName: '衡能示范公司',
          Bank: '中国银行总行营业部',
          AccountNo,
          FeeItems: ['能源费'],
          Projects: [PROJECT],
          Files: [await paper(finance)],
        },
        finance,
      );
      if (made.status !== 1) return made;
      const change = changesOf(await list('userReceivedAccount', second)).find(({ MayDecide }) => MayDecide);
      return save('userReceivedAccount', { Action: 'agree', ChangeId: change?.ChangeId }, second);
    };
    expect((await account('6216000000000001')).data).toMatchObject({ State: '生效' });
    const again = await account('6216000000000002');
    expect(again.errors[0]?.path).toBe('Projects');
    expect(again.errors[0]?.message).toContain('同期同用途已绑定【中国银行总行营业部】的账户');
    const wrong = await save(
      'userReceivedAccount',
      {
        Company: '甲',
        AccountName: '乙',
        Bank: '丙',
        AccountNo: '6216000000000003',
        FeeItems: ['能源费'],
        Files: [await paper(finance)],
      },
      finance,
    );
    expect(faults(wrong)).toEqual(['AccountName 户名须为收款主体全称']);
    const backwards = await save(
      'userReceivedAccount',
      {
        Company: '甲',
        AccountName: '甲',
        Bank: '丙',
        AccountNo: '6216000000000003',
        FeeItems: ['能源费'],
        From: '2026-12-01',
        To: '2026-01-01',
        Files: [await paper(finance)],
      },
      finance,
    );
    expect(faults(backwards)).toEqual(['To 生效止不能早于生效起']);
    expect((await save('userReceivedAccount', { Action: 'disable', Id: '1' }, manager)).status).toBe(403);
  });
});

describe('a supplier’s account', () => {
  it('is picked by payment forms once it was agreed to', async () => {
    const rows = rowsOf(await list('energyPayeeAccount', manager, { ProjectCode: PROJECT, CategoryCode: 'elec' }));
    expect(rows[0]?.Values['MeterNames']).not.toBe('');
    const of = rows[0];
    const change = {
      ...of?.Values,
      ProjectCode: PROJECT,
      Id: of?.Id,
      Bank: '建设银行静安支行',
      AccountNo: '6227000200029999',
      Files: [await paper(manager)],
    };
    expect((await save('energyPayeeAccount', change, manager)).message).toBe('');
    const waiting = changesOf(await list('energyPayeeAccount', finance, { ProjectCode: PROJECT }))[0];
    expect((await save('energyPayeeAccount', { Action: 'agree', ChangeId: waiting?.ChangeId }, finance)).message).toBe(
      '',
    );
    const picked = await server.client.json(
      '/webapi/Reference/Index',
      { Entity: 'energyPayeeAccount', Keyword: '6227000200029999' },
      manager,
    );
    expect(picked.data.rows).toHaveLength(1);
    // A payment that begins from the account names whom it goes to.
    const [after] = rowsOf(await list('energyPayeeAccount', manager, { ProjectCode: PROJECT, CategoryCode: 'elec' }));
    const begun = await server.client.json(
      '/bpmapi/EnergyPayment/Draft',
      {
        project: PROJECT,
        payKind: '月结后付',
        energyType: '电',
        payeeAccount: after?.Values['PayeeId'],
        periodStart: '2026-06-01',
        periodEnd: '2026-06-30',
        costMonth: '2026-06',
      },
      manager,
    );
    expect(begun).toMatchObject({ status: 1, message: '' });
    const { rows: kept } = await sql<{ account: string }>`select y.bank_account as account from f_payment f
      join energy_payee_account y on y.id = f.payee_account where f.id = ${begun.data['BusinessId']}::bigint`.execute(
      server.db,
    );
    expect(kept).toEqual([{ account: '6227000200029999' }]);
  });

  it('wants a main meter of the energy, a day and a number of its own', async () => {
    const [of] = rowsOf(await list('energyPayeeAccount', manager, { ProjectCode: PROJECT, CategoryCode: 'elec' }));
    const fresh = {
      ...of?.Values,
      ProjectCode: PROJECT,
      AccountNo: '6227000200029999',
      TaxNo: TAX,
      Files: [await paper(manager)],
    };
    expect(faults(await save('energyPayeeAccount', { ...fresh, DueDay: 31 }, manager))).toEqual([
      'DueDay 缴费截止日不能大于28',
    ]);
    expect(faults(await save('energyPayeeAccount', { ...fresh, CategoryCode: 'gas' }, manager))).toEqual([
      'Meters 请选择该项目该能源的总表',
      'UserNo 该项目已有相同户号',
    ]);
  });
});
