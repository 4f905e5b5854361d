/** 调价机制: what contract prices of a project follow, what they would become today, and what was proposed by that. */
import {
  type IndexSource,
  type MechanismResult,
  type mechanismRead,
  PRICE_KINDS,
  type PriceMechanismRow,
  type PriceMechanisms,
  type PriceProposal,
} from '@hengneng/contracts';
import { shortCodeOf, today as todayOf } from '@hengneng/core';
import {
  adjustedPrice,
  type EnergyPrice,
  type EffectRule,
  effectDay,
  type PriceMechanism,
} from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { SeesPaper } from '../../../platform/files/papers.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import { holds } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { storedPrices } from './rows.ts';

/** Under which the papers of mechanisms and of proposals are kept. */
export const MECHANISM_PAPER = 'priceMechanism';
export const PROPOSAL_PAPER = 'priceProposal';
export const PRICES = shortCodeOf('/operationContent/setting/energyPriceSet');
/** Who keeps what customers are billed by keeps what it follows, and agrees to changes of it. */
export const CONTRACTS = shortCodeOf('/projectContent/contractContent/EMCContract');

type Paper = { readonly URL: string; readonly Size: number; readonly Name: string };
type Kind = keyof typeof PRICE_KINDS;

export interface StoredMechanism {
  readonly id: string;
  readonly contract: string;
  readonly contractName: string;
  readonly project: string;
  readonly kind: Kind;
  readonly unit: string | null;
  readonly method: 'formula' | 'yearly';
  readonly basePrice: string;
  readonly baseDay: string;
  readonly terms: readonly {
    readonly name: string;
    readonly source: IndexSource;
    readonly weight: string;
    readonly base: string;
  }[];
  readonly rate: string | null;
  readonly trigger: string;
  readonly cap: string | null;
  readonly effect: EffectRule;
  readonly clause: string;
  readonly paper: Paper | null;
  readonly version: number;
  readonly editor: string | null;
  readonly editedAt: string;
  readonly ended: boolean;
  /** In force today. */
  readonly price: string | null;
}

export async function mechanismsWhere(
  db: Db | Tx,
  where: RawBuilder<unknown>,
  today: string,
): Promise<readonly StoredMechanism[]> {
  const { rows } = await sql<StoredMechanism>`
    select x.id::text, x.contract_code as contract, c.name as "contractName", c.project_code as project, x.kind, v.unit, x.method,
      x.base_price::text as "basePrice", x.base_day::text as "baseDay", x.terms, trim_scale(x.rate)::text as rate,
      trim_scale(x.trigger_percent)::text as trigger, trim_scale(x.cap_percent)::text as cap, x.effect, x.clause, x.paper, x.version,
      u.user_name as editor, to_jsonb(x.edited_at) #>> '{}' as "editedAt", x.ended_at is not null as ended, v.price::text as price
    from price_mechanism x join contract c on c.code = x.contract_code left join app_user u on u.id = x.edited_by
    left join contract_price v on v.contract_code = x.contract_code and v.kind = x.kind and v.deleted_at is null
      and daterange(v.valid_from, v.valid_to, '[]') @> ${today}::date
    where ${where} order by x.ended_at is not null, x.contract_code, x.kind, x.id desc`.execute(db);
  return rows;
}

const plainPrice = (energy: EnergyPrice): string | null =>
  energy.mode === 'single'
    ? energy.price
    : energy.mode === 'tou'
      ? energy.prices.flat
      : (energy.steps[0]?.price ?? null);

/** What the project pays for each energy on a day, as far as the whole of it has one price. */
export async function indicesOf(
  db: Db | Tx,
  project: string,
  day: string,
): Promise<Readonly<Partial<Record<IndexSource, string>>>> {
  const [prices, names] = await Promise.all([
    storedPrices(db, [project], { from: day, to: day }),
    sql<{ id: string; code: string }>`select id::text, code from energy_category where parent_id is null`.execute(db),
  ]);
  const codeOf = new Map(names.rows.map(({ id, code }) => [id, code]));
  return Object.fromEntries(
    prices.flatMap((price) => {
      const plain = price.meter === null ? plainPrice(price.energy) : null;
      return plain === null || Number(plain) <= 0 ? [] : [[codeOf.get(price.categoryId) ?? '', plain]];
    }),
  );
}

export const mechanismOf = (of: StoredMechanism): PriceMechanism => {
  const { basePrice, trigger, cap } = of;
  return of.method === 'yearly'
    ? { method: 'yearly', basePrice, trigger, cap, rate: of.rate ?? '0', baseDay: of.baseDay }
    : { method: 'formula', basePrice, trigger, cap, terms: of.terms };
};

type Indices = Awaited<ReturnType<typeof indicesOf>>;

/** Each term's index, or the name of the first that nobody knows. */
export function indicesNow(
  of: StoredMechanism,
  known: Indices,
  told: Readonly<Record<string, string>>,
): { readonly now: readonly string[]; readonly lacking: string | null } {
  const now = of.terms.map(({ name, source }) => (source === 'custom' ? told[name] : known[source]) ?? null);
  const at = now.indexOf(null);
  return { now: now.map((value) => value ?? ''), lacking: at === -1 ? null : (of.terms[at]?.name ?? '') };
}

export const resultOf = (of: StoredMechanism, price: string, now: readonly string[], day: string): MechanismResult => {
  const { computed, change, price: next, capped, triggered, words } = adjustedPrice(mechanismOf(of), price, now, day);
  return { Computed: computed, Change: change, Price: next, Capped: capped, Triggered: triggered, Words: words };
};

interface StoredProposal {
  readonly mechanism: string;
  readonly by: string;
  readonly wire: Omit<PriceProposal, 'MayDecide' | 'Mine'>;
}

async function proposalsOf(db: Db | Tx, mechanisms: readonly string[]): Promise<readonly StoredProposal[]> {
  const { rows } = await sql<StoredProposal['wire'] & { mechanism: string; createdBy: string }>`
    select x.id::text as "Id", x.mechanism_id::text as mechanism, x.old_price::text as "OldPrice", x.new_price::text as "NewPrice",
      x.change_percent::float8 as "Change", x.words as "Words", x.effect_on::text as "EffectOn", x.reason as "Reason", x.paper as "Paper",
      x.state as "State", u.user_name as "By", to_jsonb(x.created_at) #>> '{}' as "At", w.user_name as "Decider",
      to_jsonb(x.decided_at) #>> '{}' as "DecidedAt", x.decision as "Decision", x.created_by::text as "createdBy"
    from price_proposal x join app_user u on u.id = x.created_by left join app_user w on w.id = x.decided_by
    where x.mechanism_id = any(${[...mechanisms]}::bigint[]) order by x.id desc`.execute(db);
  return rows.map(({ mechanism, createdBy: by, ...wire }) => ({ mechanism, by, wire }));
}

function rowOf(
  ctx: Ctx,
  of: StoredMechanism,
  known: Indices,
  proposals: readonly StoredProposal[],
  today: string,
): PriceMechanismRow {
  const day = effectDay(of.effect, today);
  const { now, lacking } = indicesNow(of, known, {});
  const byHand = of.terms.some(({ source }) => source === 'custom');
  const problem =
    of.price === null || Number(of.price) <= 0
      ? '今天没有现行单价'
      : byHand
        ? '含人工填写的指数，提出调价时填写后计算'
        : lacking === null
          ? ''
          : `项目未设【${lacking}】对应的购能价格`;
  const mayDecide = holds(ctx.session, CONTRACTS, 'edit');
  return {
    Id: of.id,
    ContractCode: of.contract,
    ContractName: of.contractName,
    Kind: of.kind,
    Item: PRICE_KINDS[of.kind],
    Unit: of.unit ?? '',
    Method: of.method,
    BasePrice: of.basePrice,
    BaseDay: of.baseDay,
    Terms: of.terms.map(({ name, source, weight, base }) => ({
      Name: name,
      Source: source,
      Weight: weight,
      Base: base,
      Now: source === 'custom' ? null : (known[source] ?? null),
    })),
    Rate: of.rate,
    Trigger: of.trigger,
    Cap: of.cap,
    Effect: of.effect,
    Clause: of.clause,
    Paper: of.paper,
    Version: of.version,
    Editor: of.editor,
    EditTime: of.editedAt,
    Ended: of.ended,
    Price: of.price,
    EffectOn: day,
    Result: of.ended || problem !== '' || of.price === null ? null : resultOf(of, of.price, now, day),
    Problem: of.ended ? '已停用' : problem,
    Proposals: proposals
      .filter(({ mechanism }) => mechanism === of.id)
      .map(({ wire, by }) => ({
        ...wire,
        Mine: wire.State === '待同意' && by === ctx.session.userId,
        MayDecide: wire.State === '待同意' && mayDecide && by !== ctx.session.userId,
      })),
  };
}

export async function readMechanisms(
  ctx: Ctx,
  { ProjectCode }: z.output<typeof mechanismRead>,
): Promise<PriceMechanisms> {
  const { code } = await seenProject(ctx, ctx.db, ProjectCode);
  if (!ctx.session.permissions.classified.has('price')) throw forbidden('您没有查看单价的权限');
  const today = todayOf(ctx.now);
  const [mechanisms, known, open] = await Promise.all([
    mechanismsWhere(ctx.db, sql`c.project_code = ${code}`, today),
    indicesOf(ctx.db, code, today),
    sql<PriceMechanisms['Open'][number]>`
      select v.contract_code as "ContractCode", c.name as "ContractName", v.kind as "Kind", '' as "Item", v.unit as "Unit", v.price::text as "Price",
        v.valid_from::text as "From"
      from contract_price v join contract c on c.code = v.contract_code
      where v.deleted_at is null and c.project_code = ${code} and c.state = 'active' and v.price > 0
        and daterange(v.valid_from, v.valid_to, '[]') @> ${today}::date
        and not exists (select from price_mechanism x where x.contract_code = v.contract_code and x.kind = v.kind and x.ended_at is null)
      order by v.contract_code, v.kind`.execute(ctx.db),
  ]);
  const proposals = await proposalsOf(
    ctx.db,
    mechanisms.map(({ id }) => id),
  );
  return {
    rows: mechanisms.map((of) => rowOf(ctx, of, known, proposals, today)),
    Open: open.rows.map((row) => ({ ...row, Item: PRICE_KINDS[row.Kind] })),
    Indices: known,
    MayKeep: holds(ctx.session, CONTRACTS, 'edit'),
    MayPropose: holds(ctx.session, PRICES, 'edit'),
  };
}

const seesOf =
  (table: RawBuilder<unknown>): SeesPaper =>
  async (db, session, id) => {
    if (!session.permissions.classified.has('price')) return false;
    const { rows } =
      await sql`select 1 from ${table} join contract c on c.code = m.contract_code join project p on p.code = c.project_code
      where x.id = ${id} and ${projectsVisible(session, 'p')}`.execute(db);
    return rows.length > 0;
  };

/** Papers are seen with the project, by whoever sees prices. */
export const seesMechanism = seesOf(sql`price_mechanism x join price_mechanism m on m.id = x.id`);
export const seesProposal = seesOf(sql`price_proposal x join price_mechanism m on m.id = x.mechanism_id`);
