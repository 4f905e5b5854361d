/** 招标: from the application under seal to the award, or to a tender that failed. */
import { bid, bidQuote, supplierDeposit, supplierMail } from '@hengneng/forms';
import type { InvitationUnit, tenderApplication } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused, wrong } from '../../platform/http/errors.ts';
import { minus, positive } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { drawSubProject } from '../books/sub-projects.ts';
import { demandNoneSuspended, demandNotSuspended } from '../books/suppliers.ts';
import { effect, type Writing } from '../kit/effect.ts';

type Tender = Recorded<typeof tenderApplication>;
type Invitation = Recorded<typeof InvitationUnit>;

const FEWEST_JUDGES = 5;
const DAY_MS = 86_400_000;
/** From so many judges on the highest and the lowest mark are left out. */
const TRIMMED_FROM = 3;

async function demandPeople(tx: Tx, record: Tender): Promise<void> {
  const judges = new Set(record.judges);
  if (judges.size < FEWEST_JUDGES || judges.size % 2 === 0) throw wrong('judges', '评委应为5人以上单数');
  if (!judges.has(record.evalLeader)) throw wrong('evalLeader', '评标组长应是评委之一');
  const { rows } = await sql<{ user: string; role: string }>`select ur.user_id::text as user, r.code as role
    from user_role ur join role r on r.id = ur.role_id where ur.user_id = any(${[...record.openTeam]}::bigint[])`.execute(
    tx,
  );
  const holds = (...roles: readonly string[]) =>
    new Set(rows.flatMap((row) => (roles.includes(row.role) ? [row.user] : [])));
  const [buyers, watchers] = [holds('purchaser'), holds('legal', 'finance')];
  const two = [...buyers].some((buyer) => [...watchers].some((watcher) => watcher !== buyer));
  if (!two) throw wrong('openTeam', '开标至少两人：一人采购、一人法务或财务');
}

const tenderEffects: EffectsOf<'tenderApplication', Tender> = {
  'tenderApplication.check': effect(async ({ record, tx }) => {
    await demandPeople(tx, record);
    const days = (Date.parse(dayOf(record.bidDeadline)) - Date.parse(record.publishDate)) / DAY_MS;
    if (days < record.bidDays) throw wrong('bidDeadline', `截标距发标只有${days}天，不足投标准备天数`);
    const price = record.criteria.filter((row) => row.criterion === '投标报价');
    const mark = price.reduce((sum, row) => sum.plus(row.fullMark), Big(0));
    if (price.length > 0 && !mark.eq(record.priceWeight))
      throw wrong('priceWeight', '价格权重与评分细则中投标报价的分值不一致');
  }),
  'tenderApplication.register': effect(async ({ record, book }) => {
    await book(bid, {
      tender: record.id,
      project: record.project,
      subProject: record.subProject,
      packageName: record.packageName,
      packageKind: record.packageKind,
      tenderMode: record.tenderMode,
      minGrade: record.minGrade,
      bidDeposit: record.bidDeposit,
      bidDeadline: record.bidDeadline,
      openTime: record.openTime,
      state: '待邀标',
    });
  }),
  'tenderApplication.holdBudget': effect((call) =>
    drawSubProject(
      call,
      {
        subProject: call.record.subProject,
        project: call.record.project,
        kind: '招标占用',
        amount: call.record.controlPrice,
        document: call.record.serial,
      },
      'controlPrice',
    ),
  ),
  'tenderApplication.askInvitation': effect(async ({ record, services }) => {
    await services.draft({
      module: 'InvitationUnit',
      applicant: record.applicant,
      title: `标段「${record.packageName}」已批准，请拟定邀标单位`,
      values: {
        project: record.project,
        tender: record.id,
        tenderMode: record.tenderMode,
        bidDeadline: record.bidDeadline,
        planOpenTime: record.openTime,
        bidDeposit: record.bidDeposit,
        minGrade: record.minGrade,
        priceWeight: record.priceWeight,
      },
    });
  }),
  'tenderApplication.announce': effect(async ({ record, book }) => {
    if (record.tenderMode !== '公开招标') return;
    await book(supplierMail, {
      project: record.project,
      kind: '招标公告',
      subject: `招标公告：${record.packageName}（${record.serial}）`,
      body: [
        `标段：${record.packageName}（${record.packageKind}）`,
        `招标范围：${record.scope}`,
        `资格条件：${record.qualifyRequire.join('、')}`,
        `发标：${record.publishDate}；答疑截止：${shown(record.askDeadline)}；截标：${shown(record.bidDeadline)}；开标：${shown(record.openTime)}`,
        `投标保证金：${record.bidDeposit}元`,
      ].join('\n'),
      state: '待发送',
    });
  }),
};

/** `2026-12-01 09:30`. */
const shown = (instant: string): string => instant.slice(0, 16).replace('T', ' ');

const bidOf = async ({ find }: Pick<Writing, 'find'>, record: Invitation) => {
  const [entry] = await find(bid, { tender: record.tender });
  if (entry === undefined) throw wrong('tender', '招标申请尚未批准，或已作废');
  return entry;
};

interface TenderFacts {
  readonly serial: string;
  readonly sub_project: string;
  readonly control_price: string;
}

async function tenderOf(tx: Tx, id: string): Promise<TenderFacts> {
  const { rows } =
    await sql<TenderFacts>`select serial, sub_project::text, control_price::text from f_tender_application
    where id = ${id}`.execute(tx);
  return rows[0] ?? Promise.reject(refused('招标申请不存在'));
}

/** Units of rows are among those allowed, and none stands twice. @throws invalid at the row */
function demandUnits(
  detail: string,
  key: string,
  units: readonly string[],
  allowed: ReadonlySet<string>,
  message: string,
): void {
  for (const [index, unit] of units.entries()) {
    if (!allowed.has(unit)) throw wrong(`${detail}[${index}].${key}`, message);
    if (units.indexOf(unit) < index) throw wrong(`${detail}[${index}].${key}`, '单位重复，请删去一行');
  }
}

const accepted = (record: Invitation) => record.receipts.filter((row) => row.accepted === 1);
const valid = (record: Invitation) => record.quotes.filter((row) => row.quoteState === '有效');

/** Mean of the judges' marks for a unit, the highest and the lowest left out; two places. */
function meanMark(record: Invitation, unit: string): string {
  const marks = record.marks
    .filter((row) => row.markUnit === unit)
    .map((row) => Big(row.techMark).plus(row.bizMark))
    .toSorted((a, b) => a.cmp(b));
  const counted = marks.length >= TRIMMED_FROM ? marks.slice(1, -1) : marks;
  return counted
    .reduce((sum, mark) => sum.plus(mark), Big(0))
    .div(Math.max(1, counted.length))
    .toFixed(2, Big.roundHalfUp);
}

/** The summary says what was quoted and what the judges gave, and puts them in that order. */
function demandRanking(record: Invitation): void {
  const quotes = new Map(valid(record).map((row) => [row.quoteUnit, row.quotePrice]));
  const units = record.rankings.map((row) => row.rankUnit);
  demandUnits('rankings', 'rankUnit', units, new Set(quotes.keys()), '该单位没有有效报价');
  if (units.length < quotes.size) throw wrong('rankings', '有效投标的单位都要汇总');
  for (const unit of units) {
    const judges = record.marks.filter((row) => row.markUnit === unit).map((row) => row.judge);
    if (new Set(judges).size < (record.judges ?? []).length || judges.length > new Set(judges).size)
      throw wrong('rankings', '每位评委要给每家有效投标单位各打一次分，请退回评委打分');
  }
  const order = record.rankings.toSorted((a, b) => Number(b.finalMark) - Number(a.finalMark));
  for (const [index, row] of record.rankings.entries()) {
    const at = (key: string): string => `rankings[${index}].${key}`;
    if (row.rankPrice !== quotes.get(row.rankUnit)) throw wrong(at('rankPrice'), '评标价与唱标的报价不一致');
    const mean = meanMark(record, row.rankUnit);
    if (Number(row.otherMark) !== Number(mean)) throw wrong(at('otherMark'), `按评委打分应为${mean}分`);
    const place = order[row.rank - 1];
    if (place === undefined || Number(place.finalMark) !== Number(row.finalMark))
      throw wrong(at('rank'), '名次与总分不符');
  }
  const first = record.rankings.find((row) => row.rank === 1);
  if (first === undefined || first.rankUnit !== record.firstUnit)
    throw wrong('firstUnit', '第一候选人应是总分第一的单位');
}

/** Who is asked by a draw are those that it drew last, all of them and nobody else. */
async function demandDrawn(tx: Tx, record: Invitation): Promise<void> {
  const { rows } = await sql<{ no: number; units: string[]; names: string }>`
    select no, array(select u ->> 'id' from jsonb_array_elements(drawn) u) as units,
      (select string_agg(u ->> 'name', '、') from jsonb_array_elements(drawn) u) as names
    from tender_draw where tender = ${record.tender} order by no desc limit 1`.execute(tx);
  const [last] = rows;
  if (last === undefined) throw wrong('drawWay', '该标段还没有随机抽取，请按受邀单位旁的“随机抽取”，或改选产生方式');
  const drawn = new Set(last.units);
  const asked = new Set(record.units.map((row) => row.provider));
  if (drawn.size !== asked.size || [...asked].some((unit) => !drawn.has(unit)))
    throw wrong(
      'units',
      `受邀单位与第${last.no}次随机抽取的结果不一致，应为${last.names}；确需更换的请写明原因重新抽取`,
    );
}

const invitationEffects: EffectsOf<'InvitationUnit', Invitation> = {
  'InvitationUnit.check': effect(async ({ record, tx, find, setEntry }) => {
    const entry = await bidOf({ find }, record);
    if (entry.state !== '待邀标') throw wrong('tender', `该标段${entry.state ?? ''}，不能再邀标`);
    const units = record.units.map((row) => row.provider);
    demandUnits('units', 'provider', units, new Set(units), '');
    if (record.drawWay === '名录内随机抽取') await demandDrawn(tx, record);
    await setEntry(bid, entry.id, { state: '邀标中' });
  }),
  'InvitationUnit.checkReceipts': effect(({ record }) => {
    const grades = new Map(record.units.map((row) => [row.provider, row.grade]));
    const bidders = record.receipts.map((row) => row.bidder);
    demandUnits('receipts', 'bidder', bidders, new Set(grades.keys()), '该单位不在受邀名单中');
    const free = record.receipts.findIndex((row) => row.depositState === 'A级免交' && grades.get(row.bidder) !== 'A');
    if (free >= 0) throw wrong(`receipts[${free}].depositState`, '只有A级服务商免交投标保证金');
  }),
  'InvitationUnit.openBids': effect(async ({ record, tx, find, setEntry, open }) => {
    const bidders = new Set(accepted(record).map((row) => row.bidder));
    const units = record.quotes.map((row) => row.quoteUnit);
    demandUnits('quotes', 'quoteUnit', units, bidders, '该单位没有有效回标');
    const held = record.quotes.flatMap(({ quoteUnit, quoteState }, index) =>
      quoteState === '有效' ? [{ supplier: quoteUnit, path: `quotes[${index}].quoteState` }] : [],
    );
    await demandNoneSuspended(tx, held, '报价请按未实质响应否决');
    if (valid(record).length === 0) throw wrong('quotes', '没有有效报价，请退回作流标处理');
    const entry = await bidOf({ find }, record);
    const { control_price: controlPrice } = await tenderOf(tx, record.tender);
    await setEntry(bid, entry.id, { state: '评标中', controlPrice });
    await open('InvitationUnit', record.id);
    await open('tenderApplication', record.tender);
  }),
  'InvitationUnit.checkRanking': effect(({ record }) => demandRanking(record)),
  'InvitationUnit.award': effect(async (call) => {
    const { record, tx, find, setEntry, book } = call;
    if (record.failed === true || record.awardUnit === null || record.awardAmount === null) return;
    const quote = valid(record).find((row) => row.quoteUnit === record.awardUnit);
    if (quote === undefined) throw wrong('awardUnit', '中标单位没有有效报价');
    await demandNotSuspended(tx, record.awardUnit, 'awardUnit', '不能中标，请定其他候选人或退回重新评标');
    if (Big(record.awardAmount).gt(quote.quotePrice)) throw wrong('awardAmount', '中标金额不能高于该单位的报价');
    const entry = await bidOf({ find }, record);
    await setEntry(bid, entry.id, {
      state: '已定标',
      winner: record.awardUnit,
      awardAmount: record.awardAmount,
      awardDate: record.awardDate,
      saveAmount: record.saveAmount,
      saveRate: record.saveRate,
    });
    const ranked = new Map(record.rankings.map((row) => [row.rankUnit, row]));
    await book(
      bidQuote,
      ...record.quotes.map((row) => ({
        bid: entry.id,
        supplier: row.quoteUnit,
        price: row.quotePrice,
        days: row.quoteDays,
        warranty: row.quoteWarranty,
        validity: row.quoteState,
        mark: ranked.get(row.quoteUnit)?.finalMark,
        rank: ranked.get(row.quoteUnit)?.rank,
        won: row.quoteUnit === record.awardUnit,
      })),
    );
    const tender = await tenderOf(tx, record.tender);
    const saved = minus(tender.control_price, record.awardAmount);
    if (positive(saved))
      await drawSubProject(
        call,
        {
          subProject: tender.sub_project,
          project: record.project,
          kind: '释放',
          amount: `-${saved}`,
          document: record.serial,
        },
        'awardAmount',
      );
  }),
  'InvitationUnit.draftContract': effect(async ({ record, find, services }) => {
    if (record.failed === true || record.awardUnit === null) return;
    const entry = await bidOf({ find }, record);
    await services.draft({
      module: 'purchaseContract',
      applicant: record.applicant,
      title: `标段「${entry.packageName ?? ''}」已定标，请拟采购合同（中标金额${record.awardAmount ?? ''}元）`,
      values: {
        project: record.project,
        supplier: record.awardUnit,
        subject: entry.packageName,
        sourcing: record.tenderMode,
        bidResult: record.id,
        awardAmount: record.awardAmount,
      },
    });
  }),
  'InvitationUnit.letters': effect(async ({ record, tx, find, book }) => {
    if (record.failed === true || record.awardUnit === null) return;
    const entry = await bidOf({ find }, record);
    const bidders = accepted(record).map((row) => row.bidder);
    const { rows } = await sql<{
      id: string;
      name: string;
      email: string | null;
    }>`select id::text, name, email from supplier
      where id = any(${bidders}::bigint[]) order by id`.execute(tx);
    await book(
      supplierMail,
      ...rows.map(({ id, name, email }) => {
        const won = id === record.awardUnit;
        return {
          supplier: id,
          address: email,
          project: record.project,
          kind: won ? ('中标通知' as const) : ('未中标通知' as const),
          subject: `${won ? '中标' : '未中标'}通知：${entry.packageName ?? ''}`,
          body: won
            ? `${name}：\n贵单位在「${entry.packageName ?? ''}」招标中中标，中标金额${record.awardAmount ?? ''}元，请来商签合同。`
            : `${name}：\n感谢参加「${entry.packageName ?? ''}」招标，贵单位未中标，投标保证金将予退还。`,
          state: '待发送' as const,
        };
      }),
    );
  }),
  'InvitationUnit.deposits': effect(async ({ record, find, book }) => {
    const { bidDeposit: amount } = record;
    if (amount === null || !positive(amount)) return;
    const entry = await bidOf({ find }, record);
    await book(
      supplierDeposit,
      ...record.receipts
        .filter((row) => row.depositState === '已到账')
        .map((row) => ({
          supplier: row.bidder,
          project: record.project,
          kind: '投标保证金' as const,
          bid: entry.id,
          amount,
          state:
            record.failed !== true && row.bidder === record.awardUnit
              ? ('已转履约保证金' as const)
              : ('待退还' as const),
          document: record.serial,
        })),
    );
  }),
  'InvitationUnit.fail': effect(async (call) => {
    const { record, tx, find, setEntry, services } = call;
    if (record.failed !== true) return;
    const entry = await bidOf({ find }, record);
    await setEntry(bid, entry.id, { state: '流标' });
    const tender = await tenderOf(tx, record.tender);
    await drawSubProject(
      call,
      {
        subProject: tender.sub_project,
        project: record.project,
        kind: '释放',
        amount: `-${tender.control_price}`,
        document: record.serial,
      },
      'failHandle',
    );
    const mode = NEXT_MODE[record.failHandle ?? '取消'];
    if (mode === null) return;
    await services.draft({
      module: 'tenderApplication',
      applicant: record.applicant,
      title: `标段「${entry.packageName ?? ''}」流标，请重新申报（${record.failHandle ?? ''}）`,
      values: {
        project: record.project,
        subProject: tender.sub_project,
        packageName: entry.packageName,
        packageKind: entry.packageKind,
        tenderMode: mode ?? record.tenderMode,
        minGrade: entry.minGrade,
      },
    });
  }),
};

/** What a failed tender goes on as; undefined: as it was, null: not at all. */
const NEXT_MODE: Readonly<Record<NonNullable<Invitation['failHandle']>, string | null | undefined>> = {
  重新招标: undefined,
  转竞争性谈判: '竞争性谈判',
  转单一来源报批: '单一来源',
  取消: null,
};

export const tendersEffects = { ...tenderEffects, ...invitationEffects };
