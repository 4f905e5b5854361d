/** The purchasing service's own names of the forms' calls: the same records, rights and scope, one way of writing. */
import { randomUUID } from 'node:crypto';
import { MODULES } from '@hengneng/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { still } from '../../testing/client.ts';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start();
});
afterAll(() => chains.close());

const post = async (account: string, path: string, body: object, headers: Record<string, string> = {}) =>
  chains.server.client.post(path, body, await chains.server.client.signIn(account), headers);

const CALLED = [
  'serviceProvider',
  'tenderApplication',
  'InvitationUnit',
  'purchase',
  'purchaseCheckAccept',
  'purchaseInvoice',
  'payMoney',
  'constructionLog',
  'completionCheck',
] as const;

describe.each(CALLED)('%s', (module) => {
  const { api } = MODULES[module];
  const values = module === 'serviceProvider' ? { providerName: '接口登记单位' } : { project: 'EMC01001' };

  it('is added as a draft, once for a key, and found and read by its own names', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const added = await post('purchaser', `${api}/Add`, values, key);
    expect(added.message).toBe('');
    expect((await post('purchaser', `${api}/Add`, values, key)).data).toEqual(added.data);
    const { BusinessId } = added.data;
    const page = await post('purchaser', `${api}/GetPage`, { Scope: 'mine', PageIndex: 1, PageSize: 10 });
    const index = await post('purchaser', `${api}/Index`, { Scope: 'mine', PageIndex: 1, PageSize: 10 });
    expect(page.data).toEqual(index.data);
    expect((page.data.rows as readonly { BusinessId: string }[]).map((row) => row.BusinessId)).toContain(BusinessId);
    const detail = await post('purchaser', `${api}/GetDetail`, { BusinessId });
    const info = await chains.walk(module).info('purchaser', String(BusinessId));
    expect(still(detail.data)).toEqual(still(info));
    expect(detail.data).toMatchObject({ Status: 'draft', record: values });
  });

  it('asks for the rights that the form asks for', async () => {
    const mine = await post('purchaser', `${api}/Add`, values);
    expect((await post('hr', `${api}/Add`, values)).status).toBe(403);
    expect((await post('hr', `${api}/GetPage`, { PageIndex: 1, PageSize: 10 })).status).toBe(403);
    expect((await post('hr', `${api}/GetDetail`, { BusinessId: mine.data.BusinessId })).status).not.toBe(1);
    expect((await chains.server.client.post(`${api}/Add`, values)).status).not.toBe(1);
    const again = await post('purchaser', `${api}/Add`, { ...values, BusinessId: mine.data.BusinessId });
    expect(again.errors).toEqual([{ path: 'BusinessId', message: '新增不带 BusinessId，修改草稿请用 Draft' }]);
    const bad = await post('purchaser', `${api}/GetPage`, { PageIndex: '0', PageSize: 10 });
    expect(bad.errors).toEqual([{ path: 'PageIndex', message: '页码从1开始' }]);
  });
});

describe('Provider/Change', () => {
  const change = (account: string, body: object) => post(account, '/srmapi/Provider/Change', body);

  it('begins with the last registration that the person may see', async () => {
    const [supplier] = await chains.rows('select id::text, tax_no from supplier order by id limit 1');
    const provider = String(supplier?.id);
    expect((await change('purchaser', { provider })).message).toBe('该单位没有已通过的登记，请按新单位登记');
    expect((await change('purchaser', {})).errors).toEqual([{ path: 'provider', message: '请指明变更单位' }]);
    await chains.rows(`insert into f_service_provider (status, applicant, applicant_dept, provider_name, credit_code, contact_man, bank_account, finished_at)
      values ('approved', ${chains.user('purchaser')}, 'A6305', '登记时的名字', '${String(supplier?.tax_no)}', '老联系人', '6222', now())`);
    const made = await change('purchaser', { provider, contactMan: '新联系人' });
    expect(made.message).toBe('');
    const { record, Status } = await chains.walk('serviceProvider').info('purchaser', String(made.data.BusinessId));
    expect(Status).toBe('draft');
    expect(record).toMatchObject({
      registerKind: '变更',
      provider,
      creditCode: supplier?.tax_no,
      providerName: '登记时的名字',
      contactMan: '新联系人',
      bankAccount: '6222',
    });
    expect((await change('hr', { provider })).status).toBe(403);
  });
});
