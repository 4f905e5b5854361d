import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
let api = '';
beforeAll(async () => {
  world = await openWorld();
  api = world.engine.catalog.get('borrowing')?.form.identity.api ?? '';
});
afterAll(() => world.close());

const thisMonth = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
const budget = () =>
  world.rows(
    `select owner_code, month, reserved::text, used::text from fund_budget_ledger where subject = '个人借款' order by 1, 2`,
  );
const standing = (id: string) =>
  world.rows(
    `select effect from effect_log where module_id = 'borrowing' and biz_id = ${id} and reversed_at is null order by id`,
  );
const info = (who: string, id: string) => world.call(who, `${api}/GetInfo`, { BusinessId: id });

/** Account of whoever is asked next. */
const whoseTurn = async (id: string): Promise<string> => {
  const rows = await world.rows(`select u.account from wf_task t join wf_instance i on i.id = t.instance_id
    join app_user u on u.id = any(t.candidates)
    where i.module_id = 'borrowing' and i.biz_id = ${id} and t.state = 'open' order by u.id limit 1`);
  return String(rows[0]?.['account']);
};
const handle = async (id: string, call: 'Approve' | 'Reject', more: Readonly<Record<string, unknown>> = {}) => {
  const who = await whoseTurn(id);
  const seen = await info(who, id);
  const answer = await world.call(who, `${api}/${call}`, {
    NodeRecordId: seen.data['NodeRecordId'],
    FormVersion: seen.data['FormVersion'],
    ...more,
  });
  if (!answer.ok) throw new Error(`${who}: ${answer.message} ${JSON.stringify(answer.errors)}`);
  return { who, answer };
};

describe('a loan and its budget', () => {
  it('holds from submission, is given back on return, held again, and comes back to the step that returned it', async () => {
    const before = await budget();
    const draft = await world.call('engineer', `${api}/Draft`, {
      loanAction: '借款',
      loanKind: '零星采购借款',
      useReason: '采购密封件',
      budgetMonth: thisMonth(),
      expectClear: `${Number(thisMonth().slice(0, 4)) + 1}-01-31`,
      receiveMode: '转账至借款人',
      receiveName: '本人',
      receiveBank: '工商银行',
      receiveNo: '6222021200000001',
      uses: [{ useItem: '材料配件', usePlace: '五金市场', useDate: `${thisMonth()}-28`, useAmount: '800.00' }],
    });
    expect(draft.errors).toEqual([]);
    const id = String(draft.data['BusinessId']);
    const sent = await world.call('engineer', `${api}/Submit`, {
      BusinessId: id,
      FormVersion: draft.data['FormVersion'],
    });
    expect([sent.message, sent.errors]).toEqual(['', []]);
    expect(await standing(id)).toEqual([{ effect: 'borrowing.reserve' }]);
    const held = await budget();
    expect(held).not.toEqual(before);

    const first = await handle(id, 'Approve');
    const back = await handle(id, 'Reject', { Opinion: '补充说明', To: 'starter', Resume: 'direct' });
    expect(back.who).not.toBe(first.who);
    expect(await standing(id)).toEqual([]);
    expect(await budget()).toEqual(before);

    const mine = await info('engineer', id);
    const again = await world.call('engineer', `${api}/Submit`, {
      BusinessId: id,
      FormVersion: mine.data['FormVersion'],
    });
    expect([again.message, again.errors]).toEqual(['', []]);
    expect(await standing(id)).toEqual([{ effect: 'borrowing.reserve' }]);
    expect(await budget()).toEqual(held);
    expect(await whoseTurn(id)).toBe(back.who);

    const withdrawn = await world.call('engineer', `${api}/Withdraw`, { BusinessId: id });
    expect(withdrawn.data).toMatchObject({ Status: 'withdrawn' });
    expect(await budget()).toEqual(before);
    expect(await standing(id)).toEqual([]);
  });
});
