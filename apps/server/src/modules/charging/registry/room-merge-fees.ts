/** What rooms that are split or merged are charged from then on. */
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { invalid } from '../../../platform/http/errors.ts';

/** A fee that goes on, as the table takes it. */
export interface ForwardFee {
  readonly fee: string;
  readonly name: string;
  readonly until: string | null;
  readonly contract: string | null;
  readonly discount: string;
  readonly quantity: string | null;
  readonly meter: string | null;
  readonly meterCode: string | null;
}

export interface ChargedFee extends ForwardFee {
  readonly room: string;
  readonly source: string;
}

/** One fee of several rooms as that of one. */
function together(of: readonly ChargedFee[], codes: readonly string[]): ForwardFee {
  const [first] = of;
  if (first === undefined) throw new Error('a fee of no room');
  const { room: _, source, ...kept } = first;
  const fixed = source === '固定';
  const used = source === '用量' || source === '阶梯';
  const say = (message: string): never => {
    throw invalid([{ path: 'rooms', message: `${first.name}：${message}` }]);
  };
  // One that only some are charged would be charged for the areas of all.
  const lacking = codes.filter((code) => of.every(({ room }) => room !== code));
  if (!fixed && !used && lacking.length > 0) say(`${lacking.join('、')} 没有此收费项，请先统一`);
  const same = (pick: (one: ChargedFee) => string | null): boolean => of.every((one) => pick(one) === pick(first));
  if (!same(({ contract }) => contract) || !same(({ discount }) => discount) || !same(({ until }) => until))
    say('各房间的合同价、折扣或止日不同，请先统一');
  if (!fixed && !same(({ quantity }) => quantity)) say('各房间的系数不同，请先统一');
  const meters = of.filter(({ meter }) => meter !== null);
  if (new Set(meters.map(({ meter }) => meter)).size > 1) say('各房间各有一块表，请先停收其中一间的');
  const [metered] = meters;
  return {
    ...kept,
    quantity: fixed ? of.reduce((sum, { quantity }) => sum.plus(quantity ?? '1'), Big(0)).toFixed() : first.quantity,
    meter: metered?.meter ?? null,
    meterCode: metered?.meterCode ?? null,
  };
}

/**
 * @param split whether one becomes several: then a meter and what is charged by a fixed quantity go on in the heir only
 * @returns fees of the heir, and of each of the others
 */
export function forward(
  charged: readonly ChargedFee[],
  codes: readonly string[],
  split: boolean,
): { readonly heir: readonly ForwardFee[]; readonly others: readonly ForwardFee[] } {
  const fees = [...Map.groupBy(charged, ({ fee }) => fee).values()];
  const heir = fees.map((of) => together(of, codes));
  const others = fees.flatMap((of) =>
    split && of.every(({ source, meter }) => source !== '固定' && meter === null) ? [together(of, codes)] : [],
  );
  return { heir, others };
}

export async function feesForward(
  tx: Tx,
  rooms: readonly { readonly id: string; readonly fullCode: string }[],
  day: string,
  split: boolean,
): Promise<ReturnType<typeof forward>> {
  const { rows } =
    await sql<ChargedFee>`select r.full_code as room, x.fee_id::text as fee, f.name, q.source, upper(x.span)::text as until,
      trim_scale(x.contract_price)::text as contract, trim_scale(x.discount)::text as discount, trim_scale(x.quantity)::text as quantity,
      x.meter_id::text as meter, d.code as "meterCode"
    from room_fee x join room r on r.id = x.room_id join fee f on f.id = x.fee_id join fee_basis q on q.id = f.basis_id left join device d on d.id = x.meter_id
    where x.room_id = any(${rooms.map(({ id }) => id)}::bigint[]) and x.span && daterange(${day}::date, null) order by f.id, r.id`.execute(
      tx,
    );
  return forward(
    rows,
    rooms.map(({ fullCode }) => fullCode),
    split,
  );
}
