/** Stock of chemicals and spare parts: as the effects move it (`effects/books/stock.ts`), written nowhere else. */
import { chemicalMoves, chemicalStock, sparePartMoves, sparePartStock } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

const KINDS = {
  chemical: { kind: 'chemical', catalogue: 'water_chemical' },
  part: { kind: 'part', catalogue: 'spare_part' },
} as const;

/** How much was used lately says how long the rest will do. */
const LATELY_DAYS = 30;
const SCOPE = { project: 'p.code', dept: 'p.area', applicant: 'p.manager' } as const;
const DAY = `(v.created_at at time zone 'Asia/Shanghai')::date`;

const heldOf = ({ kind, catalogue }: (typeof KINDS)[keyof typeof KINDS], today: string, visible: string): string => `
  select s.id, s.item_id as item, s.project_code as project, s.quantity, round(s.quantity * c.unit_price, 2) as value,
    coalesce(m.incoming, 0) as incoming, coalesce(m.outgoing, 0) as outgoing,
    floor(s.quantity * ${LATELY_DAYS} / nullif(m.outgoing, 0))::integer as "daysLeft", m.moved_on as "movedOn"
  from stock s join project p on p.code = s.project_code join ${catalogue} c on c.id = s.item_id
    left join lateral (
      select max(${DAY}) as moved_on, sum(v.quantity) filter (where v.quantity > 0 and ${DAY} > ${today} - ${LATELY_DAYS}) as incoming,
        -sum(v.quantity) filter (where v.quantity < 0 and ${DAY} > ${today} - ${LATELY_DAYS}) as outgoing
      from stock_movement v where v.stock_id = s.id) m on true
  where s.kind = '${kind}' and ${visible}`;

const movesOf = ({ kind }: (typeof KINDS)[keyof typeof KINDS], visible: string): string => `
  select v.id, s.item_id as item, s.project_code as project, ${DAY} as "movedOn", v.quantity, v.reason,
    v.source_module as module, v.source_id::text as record
  from stock_movement v join stock s on s.id = v.stock_id join project p on p.code = s.project_code
  where s.kind = '${kind}' and ${visible}`;

export const chemicalStockView = viewSource({
  view: chemicalStock,
  order: 'm.project, m.item',
  rows: ({ today, visible }) => heldOf(KINDS.chemical, today, visible(SCOPE)),
});
export const chemicalMovesView = viewSource({
  view: chemicalMoves,
  order: 'm."movedOn" desc, m.id desc',
  rows: ({ visible }) => movesOf(KINDS.chemical, visible(SCOPE)),
});
export const sparePartStockView = viewSource({
  view: sparePartStock,
  order: 'm.project, m.item',
  rows: ({ today, visible }) => heldOf(KINDS.part, today, visible(SCOPE)),
});
export const sparePartMovesView = viewSource({
  view: sparePartMoves,
  order: 'm."movedOn" desc, m.id desc',
  rows: ({ visible }) => movesOf(KINDS.part, visible(SCOPE)),
});
