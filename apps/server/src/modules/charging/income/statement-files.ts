/** Files of channels: each brought in once, its new lines matched; one that was brought in by mistake is taken back whole. */
import { createHash } from 'node:crypto';
import {
  type incomeImport,
  type incomeStatements,
  type incomeWithdraw,
  STATEMENT_CHANNELS,
  STATEMENT_MEGABYTES,
  STATEMENT_MOST_ROWS,
} from '@hengneng/contracts';
import { readStatement, type Statement } from '@hengneng/charging';
import { sql } from 'kysely';
import type { z } from 'zod';
import { csvRows } from '../../../engine/imports/csv.ts';
import { bytesOf, sheetRows } from '../../../engine/imports/sheet.ts';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, notFound, refused } from '../../../platform/http/errors.ts';
import type { UploadedFile } from '../../../platform/http/registry.ts';
import { holds } from '../../identity/index.ts';
import { demandAmounts } from '../amounts.ts';
import { localTime } from '../local-time.ts';
import { lockMatches } from '../match-lock.ts';
import { visibleCommunity } from '../registry/index.ts';
import { chosenCommunities, INCOME_PAGE } from './facts.ts';
import { CHANNEL, matchAll } from './statements.ts';

const MEGABYTE = 1024 * 1024;
const MOST_UNPACKED = 128 * MEGABYTE;
const ONCE = 'statement_file_sha256_key';

async function bytesRead(file: UploadedFile): Promise<Buffer> {
  if (!/\.(csv|txt|xlsx)$/i.test(file.fileName)) {
    file.stream.resume();
    throw refused('只能导入 xlsx 或 csv 文件；压缩包请先解压，xls 请另存为 xlsx');
  }
  return bytesOf(file, STATEMENT_MEGABYTES * MEGABYTE, `文件不能超过${STATEMENT_MEGABYTES}MB`);
}

/** @throws conflict with who brought it in, where that was done before */
async function demandNew(tx: Tx, hash: string): Promise<void> {
  const { rows } = await sql<{
    community: string;
    by: string;
    at: Date;
  }>`select c.name as community, u.user_name as by, f.imported_at as at
    from statement_file f join community c on c.id = f.community_id join app_user u on u.id = f.imported_by where f.sha256 = ${hash}`.execute(
    tx,
  );
  if (rows[0])
    throw conflict(`该文件已由${rows[0].by}于${localTime(rows[0].at)}导入到${rows[0].community}，不能重复导入`);
}

/** @throws refused where a line of the file lies in a month that its community has reviewed */
async function demandOpenMonths(tx: Tx, fileId: string): Promise<void> {
  const { rows } = await sql<{ community: string; month: string }>`select c.name as community, v.month
    from income_review v join community c on c.id = v.community_id
    where v.undone_at is null and (v.community_id, v.month) in (select l.community_id, to_char(l.day, 'YYYY-MM') from statement_line l where l.file_id = ${fileId}::bigint)
    order by v.month, c.name limit 1`.execute(tx);
  if (rows[0]) throw refused(`${rows[0].community}${rows[0].month}收入报表已复核，请先反复核`);
}

/** @throws refused where it is another community's, by the merchant that it names */
async function demandOwnMerchant(tx: Tx, ctx: Ctx, { communityId, channel, merchants }: Bringing): Promise<void> {
  const { rows } = await sql<{ merchant: string; community: string; seen: boolean }>`
    select h.merchant, c.name as community, ${chosenCommunities(ctx.session, [])} as seen
    from pay_channel h join community c on c.id = h.community_id
    where h.channel = ${channel} and h.merchant = any(${[...merchants]}::text[]) and h.enabled_at is not null and not exists (select from pay_channel own
      where own.community_id = ${communityId}::bigint and own.channel = h.channel and own.merchant = h.merchant and own.enabled_at is not null)
    order by h.id limit 1`.execute(tx);
  const [other] = rows;
  if (other !== undefined)
    throw refused(`账单的商户号${other.merchant}属于${other.seen ? other.community : '其他小区'}，请选择该小区后导入`);
}

interface Bringing {
  readonly communityId: string;
  readonly community: string;
  readonly channel: string;
  readonly fileName: string;
  readonly hash: string;
  readonly merchants: Statement['merchants'];
  readonly lines: Statement['lines'];
}

type Brought = Pick<z.input<typeof incomeImport.output>, 'added' | 'matched' | 'elsewhere'>;

/** One merchant may take the money of several communities: a line goes to the one that booked its number, else to the one that was chosen. */
async function bring(tx: Tx, ctx: Ctx, of: Bringing): Promise<Brought> {
  const { lines } = of;
  const pick = <T>(map: (line: (typeof lines)[number]) => T): T[] => lines.map(map);
  const days = pick(({ day }) => day).toSorted();
  await demandNew(tx, of.hash);
  await demandOwnMerchant(tx, ctx, of);
  const { rows: files } = await sql<{ id: string }>`
    insert into statement_file (community_id, channel, file_name, sha256, lines, added, first_day, last_day, imported_by, imported_at)
    values (${of.communityId}, ${of.channel}, ${of.fileName}, ${of.hash}, ${lines.length}, 0, ${days[0]}::date, ${days.at(-1)}::date, ${ctx.session.userId}, ${ctx.now})
    returning id::text`
    .execute(tx)
    .catch((error: unknown) => {
      throw error instanceof Error && 'constraint' in error && error.constraint === ONCE
        ? conflict('该文件正在导入，请刷新后查看')
        : error;
    });
  const fileId = files[0]?.id ?? '0';
  const { rows: kept } = await sql<{ id: string; name: string; lines: number }>`with made as (
    insert into statement_line (community_id, channel, ref_no, of_ref, day, amount, fee, payer, file_id, imported_by)
    select coalesce((select c.id from tender t join payment p on p.id = t.payment_id join community c on c.id = p.community_id
        where t.ref_no = coalesce(nullif(x.of_ref, ''), x.ref_no) and t.ref_no <> '' and t.amount > 0 and ${CHANNEL} = ${of.channel} and ${chosenCommunities(ctx.session, [])}
        order by t.id limit 1), ${of.communityId}::bigint), ${of.channel}, x.ref_no, x.of_ref, x.day, x.amount, x.fee, x.payer, ${fileId}::bigint, ${ctx.session.userId}::bigint
    from unnest(${pick(({ refNo }) => refNo)}::text[], ${pick(({ ofRef }) => ofRef)}::text[], ${pick(({ day }) => day)}::date[],
      ${pick(({ amount }) => String(amount))}::bigint[], ${pick(({ fee }) => String(fee))}::bigint[], ${pick(({ payer }) => payer)}::text[])
      as x (ref_no, of_ref, day, amount, fee, payer)
    on conflict (channel, ref_no) do nothing returning community_id)
    select c.id::text, c.name, count(*)::int as lines from made join community c on c.id = made.community_id group by c.id order by c.name`.execute(
    tx,
  );
  await demandOpenMonths(tx, fileId);
  const added = kept.reduce((sum, { lines: n }) => sum + n, 0);
  const elsewhere = kept.filter(({ id }) => id !== of.communityId);
  await sql`update statement_file set added = ${added} where id = ${fileId}`.execute(tx);
  const matched = await matchAll(tx, ctx, [of.communityId, ...elsewhere.map(({ id }) => id)]);
  await trail(tx, ctx, {
    kind: '收费',
    action: '导入渠道账单',
    object: `${of.community} ${of.channel}`,
    summary: `${of.fileName}，${lines.length}行，新增${added}行，匹配${matched}笔`,
    after: { 哈希: of.hash, ...Object.fromEntries(elsewhere.map(({ name, lines: n }) => [name, `${n}行`])) },
  });
  return { added, matched, elsewhere: elsewhere.map(({ name, lines: n }) => ({ community: name, lines: n })) };
}

/** Keeps the lines of a statement that are new and matches them. A file with wrong rows is not kept at all. */
export async function importStatement(
  ctx: Ctx,
  input: z.output<typeof incomeImport.input>,
  file: UploadedFile,
): Promise<z.input<typeof incomeImport.output>> {
  demandAmounts(ctx);
  const community = await visibleCommunity(ctx, ctx.db, input.communityId);
  const channel = STATEMENT_CHANNELS.find((one) => one === input.channel) ?? '银行';
  const bytes = await bytesRead(file);
  const rows = /\.xlsx$/i.test(file.fileName) ? await sheetRows(bytes, MOST_UNPACKED) : [...csvRows(bytes)];
  const read = readStatement(rows, channel);
  if (read === null) {
    const other = STATEMENT_CHANNELS.find((one) => one !== channel && readStatement(rows, one) !== null);
    throw refused(
      other === undefined
        ? `没有找到${channel}账单的表头，应有流水号、日期和金额`
        : `这是${other}的账单，请把渠道改为${other}后再选文件`,
    );
  }
  const { lines, faults, merchants } = read;
  if (faults.length > 0)
    return {
      added: 0,
      known: 0,
      matched: 0,
      elsewhere: [],
      errors: faults.slice(0, 100).map(({ row, message }) => ({ row, message })),
    };
  if (lines.length === 0) throw refused('文件中没有数据');
  if (lines.length > STATEMENT_MOST_ROWS) throw refused(`一次最多导入${STATEMENT_MOST_ROWS}行，请分成几个文件`);
  const { communityId } = input;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return ctx.write(async (tx) => {
    const brought = await bring(tx, ctx, {
      communityId,
      community: community.name,
      channel,
      fileName: file.fileName,
      hash,
      merchants,
      lines,
    });
    return { ...brought, known: lines.length - brought.added, errors: [] };
  });
}

export async function listStatements(
  ctx: Ctx,
  { communityIds, from, to }: z.output<typeof incomeStatements.input>,
): Promise<z.input<typeof incomeStatements.output>> {
  demandAmounts(ctx);
  type Row = z.input<typeof incomeStatements.output>['rows'][number];
  const { rows } = await sql<Omit<Row, 'at'> & { at: Date }>`
    select f.id::text, c.name as community, f.channel, f.file_name as "fileName", f.first_day::text as "from", f.last_day::text as "to", f.lines, f.added,
      (select count(*)::int from statement_line l where l.file_id = f.id and l.state = '待查') as waiting, u.user_name as by, f.imported_at as at
    from statement_file f join community c on c.id = f.community_id join app_user u on u.id = f.imported_by
    where f.first_day <= ${to}::date and f.last_day >= ${from}::date and (${chosenCommunities(ctx.session, communityIds)}
      or exists (select from statement_line l join community c on c.id = l.community_id where l.file_id = f.id and ${chosenCommunities(ctx.session, communityIds)}))
    order by f.id desc limit 100`.execute(ctx.db);
  return { rows: rows.map((row) => ({ ...row, at: localTime(row.at) })) };
}

/** Its lines go, and what they were matched with waits again. */
export const withdrawStatement = (
  ctx: Ctx,
  { id, reason }: z.output<typeof incomeWithdraw.input>,
): Promise<z.input<typeof incomeWithdraw.output>> => {
  demandAmounts(ctx);
  if (!holds(ctx.session, INCOME_PAGE, 'edit')) throw forbidden('渠道对账须由财务处理');
  return ctx.write(async (tx) => {
    const { rows } = await sql<{
      community: string;
      channel: string;
      name: string;
    }>`select c.name as community, f.channel, f.file_name as name
      from statement_file f join community c on c.id = f.community_id where f.id = ${id}::bigint and ${chosenCommunities(ctx.session, [])} for update of f`.execute(
      tx,
    );
    const [file] = rows;
    if (file === undefined) throw notFound('账单文件不存在，或您没有查看它的权限');
    const { rows: hidden } = await sql`select 1 from statement_line l join community c on c.id = l.community_id
      where l.file_id = ${id}::bigint and not (${chosenCommunities(ctx.session, [])}) limit 1`.execute(tx);
    if (hidden.length > 0) throw refused('该账单含您看不到的小区的收款，请由能看到这些小区的财务撤回');
    await demandOpenMonths(tx, id);
    const { rows: taken } = await sql<{
      n: number;
    }>`select count(distinct l.id)::int as n from statement_line l join payment p on p.line_id = l.id
      where l.file_id = ${id}::bigint and p.state = '正常'`.execute(tx);
    if ((taken[0]?.n ?? 0) > 0) throw refused(`该账单有${taken[0]?.n}笔已收作缴费，请先逐笔撤销`);
    await lockMatches(tx);
    // What a line of another file was matched with together with a line of this one waits again as well.
    await sql`with gone as (select distinct m.tender_id from statement_match m join statement_line l on l.id = m.line_id where l.file_id = ${id}::bigint),
        parted as (delete from statement_match where tender_id in (select tender_id from gone) returning line_id)
      update statement_line set state = '待查', note = '', handled_by = null from parted where id = parted.line_id and file_id is distinct from ${id}::bigint`.execute(
      tx,
    );
    const { numAffectedRows } = await sql`delete from statement_line where file_id = ${id}::bigint`.execute(tx);
    await sql`delete from statement_file where id = ${id}::bigint`.execute(tx);
    const removed = Number(numAffectedRows ?? 0n);
    await trail(tx, ctx, {
      kind: '收费',
      action: '撤回渠道账单',
      object: `${file.community} ${file.channel}`,
      summary: `${file.name}，${removed}行：${reason}`,
    });
    return { removed };
  });
};
