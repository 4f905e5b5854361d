/** 灯具品种: entered and changed by hand, deleted only while nothing is made of it. */
import type { lampDelete, lampSave } from '@hengneng/contracts';
import { lampDevice } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, notFound, refused } from '../../platform/http/errors.ts';

type Input = z.output<typeof lampSave.input>;

const whole = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

/** Two that are saved at once wait for each other. @throws invalid where there is such a lamp already */
async function demandNew(tx: Tx, { Id, kind, model, power }: Input): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('lampDevice'))`.execute(tx);
  const { rows } = await sql`select 1 from b_lamp_device where not voided and id is distinct from ${Id ?? null}::bigint
    and lower(model) = lower(${model}) and (kind = ${kind} or power = ${power}::numeric) limit 1`.execute(tx);
  if (rows.length > 0) throw invalid([{ path: 'model', message: '该型号已存在' }]);
}

export const saveLamp = (ctx: Ctx, input: Input): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    await demandNew(tx, input);
    const { name, kind, model, power, state } = input;
    const [colorTemp = null, code = null, brand = null, price = null] = [
      input.colorTemp,
      input.code,
      input.brand,
      input.price,
    ];
    const [lumens, lifeHours, warrantyMonths] = [input.lumens, input.lifeHours, input.warrantyMonths].map(whole);
    const values = { name, kind, model, power, colorTemp, code, brand, price, state };
    const parts = { lumens: lumens ?? null, lifeHours: lifeHours ?? null, warrantyMonths: warrantyMonths ?? null };
    let id = input.Id ?? '';
    if (id === '') [id = ''] = await enter(tx, lampDevice, [{ ...values, ...parts }], SETUP);
    else {
      const { rows } =
        await sql`update b_lamp_device set name = ${name}, kind = ${kind}, model = ${model}, power = ${power}::numeric,
          color_temp = ${colorTemp}, code = ${code}, brand = ${brand}, price = ${price}::numeric, state = ${state}, lumens = ${parts.lumens},
          life_hours = ${parts.lifeHours}, warranty_months = ${parts.warrantyMonths}
        where id = ${id} and not voided returning 1`.execute(tx);
      if (rows.length === 0) throw notFound('灯具品种不存在，请刷新后再试');
    }
    await trail(tx, ctx, {
      kind: '单据',
      action: input.Id ? '修改灯具品种' : '新增灯具品种',
      object: `${name} ${model}`,
      after: { ...values, ...parts },
    });
    return { Id: id };
  });

export const deleteLamp = (ctx: Ctx, { Id }: z.output<typeof lampDelete.input>): Promise<{ readonly ok: true }> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{ name: string; used: boolean }>`
      select l.name || ' ' || l.model as name, exists (select from b_lamp_stock s where s.lamp = l.id and not s.voided and (s.quantity <> 0 or s.scrap_qty <> 0))
        or exists (select from b_lamp_install i where i.lamp = l.id and not i.voided)
        or exists (select from b_lamp_move v where v.lamp = l.id and not v.voided)
        or exists (select from f_light_in_storage_lamps d where d.lamp = l.id) or exists (select from f_light_out_storage_lamps d where d.lamp = l.id) as used
      from b_lamp_device l where l.id = ${Id} and not l.voided for update of l`.execute(tx);
    const [lamp] = rows;
    if (lamp === undefined) throw notFound('灯具品种不存在，请刷新后再试');
    if (lamp.used) throw refused('已有库存或安装记录，不能删除');
    await sql`update b_lamp_device set voided = true where id = ${Id}`.execute(tx);
    await trail(tx, ctx, { kind: '单据', action: '删除灯具品种', object: lamp.name });
    return { ok: true };
  });
