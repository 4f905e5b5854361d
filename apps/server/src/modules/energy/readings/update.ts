/** 修改: a new version beside the old one, by whom the lock of its day lets; what it changes is told before it is written. */
import { CHANGE_REASONS, type entryUpdate } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import {
  CHINA,
  dayAt,
  exact,
  exactText,
  judgeEntry,
  type LockDeed,
  minutesOf,
  monthOf,
  type ReadingVersion,
  REGISTERS,
  type Register,
  refusalOf,
  sumOf,
  timeText,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { type DayChange, settle, foresee } from '../facts/index.ts';
import { sendMessage } from '../../../platform/messages/send.ts';
import { READING_PHOTO } from './photos.ts';
import { loadSheet, type SheetLine, storedVerdict } from './sheet.ts';
import { addReadings, holdProject, type NewReading } from './store.ts';

type Input = z.output<typeof entryUpdate.input>;
type Output = z.input<typeof entryUpdate.output>;
type Impact = Output['Impact'];

/** A version that is to be changed. */
export interface Entry {
  readonly id: string;
  readonly meter: string;
  readonly project: string;
  readonly register: Register;
  readonly at: number;
  readonly value: string | null;
  readonly flag: NewReading['flag'];
  readonly rollover: string | null;
  readonly author: string | null;
  readonly versions: number;
  /** Of the last version of its moment. */
  readonly lastBy: string;
  readonly lastAt: Date;
  readonly superseded: boolean;
  /** Pictures of the dial, of all versions. */
  readonly pictures: number;
}

export async function readEntry(ctx: Ctx, db: Db | Tx, id: string): Promise<Entry> {
  const { rows } = await sql<Entry>`
    select r.id::text, r.meter_id::text as meter, r.project_code as project, r.register,
      (extract(epoch from r.at) * 1000)::float8 as at, trim_scale(r.value)::text as value, r.flag, r.rollover, r.recorded_by::text as author,
      count(v.id)::int as versions, (array_agg(coalesce(u.user_name, '系统') order by v.recorded_at desc, v.id desc))[1] as "lastBy",
      max(v.recorded_at) as "lastAt", sum(jsonb_array_length(v.photos))::int as pictures, exists (select from manual_reading s where s.supersedes = r.id) as superseded
    from manual_reading r join manual_reading v on v.meter_id = r.meter_id and v.register = r.register and v.at = r.at
      left join app_user u on u.id = v.recorded_by
    where r.id = ${id} group by r.id`.execute(db);
  const [entry] = rows;
  if (entry === undefined) throw notFound('读数不存在');
  await seenProject(ctx, db, entry.project);
  return entry;
}

/** @throws conflict naming who was faster */
export const demandLatest = (entry: Entry, version: number | undefined): void => {
  if (entry.superseded || (version !== undefined && version !== entry.versions))
    throw conflict(`该读数已由 ${entry.lastBy} 于 ${timeText(entry.lastAt.getTime(), CHINA)} 改过，请刷新后再改`);
};

export const lineOf = async (ctx: Ctx, db: Db | Tx, entry: Entry): Promise<SheetLine> => {
  const { lines } = await loadSheet(db, {
    projects: [entry.project],
    date: dayAt(entry.at, CHINA),
    ids: [entry.meter],
    minutes: minutesOf(timeText(entry.at, CHINA).slice(11)) ?? undefined,
    now: ctx.now,
    withSamples: true,
  });
  const line = lines.find(({ register }) => register === entry.register);
  if (line === undefined) throw refused('表计已停用，不能修改它的读数');
  return line;
};

const demand = (
  ctx: Ctx,
  line: SheetLine,
  deed: LockDeed,
  about: { author?: string; proposer?: string } = {},
): void => {
  const words = refusalOf(line.lock, deed, { id: ctx.session.userId, roles: ctx.session.roles }, about);
  if (words !== null) throw forbidden(words);
};

/** A value with whether the dial went round to it. */
interface Shown {
  readonly value: string | null;
  readonly rollover: boolean;
}

/** How a value would be judged where the reading stands. */
const judgedAs = (ctx: Ctx, entry: Entry, line: SheetLine, text: string, rollover: boolean) =>
  judgeEntry(
    line.entry,
    { text, at: entry.at, rollover },
    { day: line.day, now: ctx.now.getTime(), zone: line.thing.calendar.zone },
  );

/** The corrected value is judged as one that was just entered; what was void has no verdict. */
const verdictOn = (ctx: Ctx, entry: Entry, line: SheetLine, { value, rollover }: Shown) => {
  const judged = value === null ? null : judgedAs(ctx, entry, line, value, rollover);
  return judged?.kind === 'taken' ? { verdict: storedVerdict(judged) } : {};
};

/** What is wrong with the reason that a correction is made for. */
export const whyFaults = ({ ReasonType, Reason }: Pick<Input, 'ReasonType' | 'Reason'>): readonly FieldError[] => {
  if (!CHANGE_REASONS.some((reason) => reason === ReasonType))
    return [{ path: 'ReasonType', message: '请选择原因类型' }];
  return ReasonType === '其他' && Reason === '' ? [{ path: 'Reason', message: '原因类型为其他时请写明' }] : [];
};

/** The new value as it is to be written. @throws invalid at everything that is wrong; what is only looked at beforehand needs no reason yet */
function valueOf(ctx: Ctx, entry: Entry, line: SheetLine, input: Input): Shown {
  // Its exchange says what counts, whatever stands here.
  if (entry.flag === '换') throw refused('换表产生的读数以更换记录为准，不能单独修改；有误请作废该更换后重新登记');
  const errors = input.Preview ? [] : [...whyFaults(input)];
  const wrong = (message: string) => void errors.push({ path: 'Reading', message });
  let value: string | null = null;
  const said = entry.rollover !== null;
  const rollover = !input.Void && (input.Rollover ?? said);
  if (input.Void) {
    if (entry.value === null) wrong('该读数已作废');
  } else {
    const text = input.Reading ?? '';
    const judged = judgedAs(ctx, entry, line, text, rollover);
    if (judged.kind === 'refused') wrong(judged.message);
    else {
      value = exactText(exact(text));
      if (entry.value !== null && exact(entry.value) === exact(value) && rollover === said) wrong('数值没有变化');
    }
  }
  if (errors.length > 0) throw invalid(errors);
  return { value, rollover };
}

/** Sums of months as they stand, by register and month. */
type MonthSums = ReadonlyMap<string, string>;

const impactOf = (all: readonly DayChange[], unit: string, sums: MonthSums): Impact => {
  const difference = ({ before, after }: DayChange) => exact(after ?? '0') - exact(before ?? '0');
  const plain = (text: string | null) => (text === null ? null : exactText(exact(text)));
  // A meter's dials are worked out together: those that stay as they are say nothing.
  const changes = all.filter((change) => change.before === null || change.after === null || difference(change) !== 0n);
  const dials = Map.groupBy(changes, ({ register }) => register);
  return [...dials].flatMap(([register, own]) => {
    const kind = REGISTERS[register];
    // Its parts are no more used up than the whole: each dial has sums of its own.
    const name = dials.size > 1 ? `${kind.name} ` : '';
    const of = 'unit' in kind ? kind.unit : unit;
    const days = own.map((change) => ({
      Object: `${change.day} ${name}日用量（${of}）`,
      Before: plain(change.before),
      After: plain(change.after),
      Difference: exactText(difference(change)),
    }));
    const months = [...Map.groupBy(own, ({ day }) => monthOf(day))].map(([month, some]) => {
      const sum = sums.get(`${register} ${month}`);
      const moved = sumOf(some.map(difference));
      return {
        Object: `${month} ${name}月合计（${of}）`,
        Before: sum === undefined ? null : plain(sum),
        After: sum === undefined ? null : exactText(exact(sum) + moved),
        Difference: exactText(moved),
      };
    });
    return [...days, ...months];
  });
};

/** What days become with the new version. */
async function foreseen(ctx: Ctx, entry: Entry, line: SheetLine, version: Partial<ReadingVersion>): Promise<Impact> {
  const { changed, locked } = await foresee(ctx.db, { meterId: entry.meter, from: line.day.day, to: line.day.day }, [
    {
      register: entry.register,
      version: {
        id: 'new',
        at: entry.at,
        value: entry.value,
        flag: '改',
        recordedAt: ctx.now.getTime(),
        supersedes: entry.id,
        ...version,
      },
    },
  ]);
  // The sums of locked months stay as they are, whatever their days would be.
  const months = [...new Set(changed.map(({ day }) => monthOf(day)))];
  const { rows } = await sql<{ key: string; usage: string }>`
    select register || ' ' || month as key, usage::text from meter_month
    where meter_id = ${entry.meter} and month = any(${months}::text[]) and usage is not null`.execute(ctx.db);
  return impactOf([...changed, ...locked], line.thing.unit, new Map(rows.map(({ key, usage }) => [key, usage])));
}

/** What a reading says of the dial's turn: what was confirmed stays so, what is said anew waits. */
const turnOf = (entry: Entry, rollover: boolean): Pick<NewReading, 'rollover'> =>
  rollover ? { rollover: entry.rollover === 'confirmed' ? 'confirmed' : 'claimed' } : {};

const versionOf = (
  entry: Entry,
  line: SheetLine,
  more: Partial<NewReading>,
  rollover = entry.rollover !== null,
): NewReading => ({
  meter: entry.meter,
  project: entry.project,
  register: entry.register,
  at: entry.at,
  value: entry.value,
  flag: '改',
  day: line.day.day,
  supersedes: entry.id,
  ...turnOf(entry, rollover),
  ...more,
});

const told = (
  ctx: Ctx,
  tx: Tx,
  line: SheetLine,
  action: string,
  before: string | null,
  after: string | null,
  why: string,
) =>
  trail(tx, ctx, {
    kind: '读数',
    action,
    object: `${line.meter.name} ${timeText(line.at, CHINA)}`,
    summary: why,
    before: { 读数: before },
    after: { 读数: after },
  });

export interface Doing {
  readonly ctx: Ctx;
  readonly tx: Tx;
  readonly entry: Entry;
  readonly line: SheetLine;
  readonly input: Input;
}

type Done = Pick<Output, 'State' | 'After'>;

/** Whoever sees the meter sees them. @throws invalid where they are not this person's */
async function bindPhotos(ctx: Ctx, tx: Tx, entry: Entry, { Photos }: Input): Promise<void> {
  const files = Photos.map(({ URL }) => ({ path: 'Photos', URL }));
  const errors = await bindFiles(tx, READING_PHOTO, entry.meter, files, ctx.session.userId);
  if (errors.length > 0) throw invalid(errors);
}

/** Writes the change, or proposes it where the day is locked. */
export async function save({ ctx, tx, entry, line, input }: Doing): Promise<Done> {
  const shown = valueOf(ctx, entry, line, input);
  const { value, rollover } = shown;
  if (line.lock.state === 'dayLocked') {
    demand(ctx, line, 'propose');
    const { rows } =
      await sql`insert into reading_proposal (reading_id, project_code, value, rollover, reason_type, reason, photos, proposed_by)
      values (${entry.id}, ${entry.project}, ${value}, ${rollover}, ${input.ReasonType}, ${input.Reason}, ${JSON.stringify(input.Photos)}::jsonb, ${ctx.session.userId})
      on conflict do nothing returning 1`.execute(tx);
    if (rows.length === 0) throw conflict('该读数已有待同意的修改，请先等能源数据分析师处理');
    await bindPhotos(ctx, tx, entry, input);
    await told(ctx, tx, line, '提出改数', entry.value, value, input.ReasonType);
    return { State: '待同意', After: value };
  }
  demand(ctx, line, 'edit', entry.author === null ? {} : { author: entry.author });
  const { ReasonType: reasonType, Reason: reason, Photos: photos } = input;
  await bindPhotos(ctx, tx, entry, input);
  await addReadings(
    tx,
    ctx.session.userId,
    [versionOf(entry, line, { value, reasonType, reason, photos, ...verdictOn(ctx, entry, line, shown) }, rollover)],
    '修改',
  );
  await told(ctx, tx, line, value === null ? '作废读数' : '修改读数', entry.value, value, reasonType);
  return { State: '已生效', After: value };
}

interface Proposal {
  readonly id: string;
  readonly value: string | null;
  readonly rollover: boolean;
  readonly by: string;
  readonly reasonType: string;
  readonly reason: string;
  readonly photos: readonly object[];
}

/** Not turned round after all: the reading is void, and who entered it is told to correct it or to register an exchange. */
async function refuseRollover({ ctx, tx, entry, line, input }: Doing): Promise<Done> {
  demandRollover(ctx, entry, line);
  if (input.Reason === '') throw invalid([{ path: 'Reason', message: '请填写退回原因' }]);
  const version = versionOf(entry, line, { value: null, reasonType: '翻转退回', reason: input.Reason }, false);
  await addReadings(tx, ctx.session.userId, [version], '翻转退回');
  await told(ctx, tx, line, '退回翻转', entry.value, null, input.Reason);
  if (entry.author !== null)
    await sendMessage(tx, [entry.author], 'reading.sentBack', {
      表计: line.meter.name,
      时刻: timeText(line.at, CHINA),
      读数: entry.value ?? '',
      原因: input.Reason,
    });
  return { State: '已退回', After: null };
}

/** A second person's word on a change of a locked day. */
async function decide({ ctx, tx, entry, line, input }: Doing): Promise<Done> {
  const { rows } =
    await sql<Proposal>`select id::text, trim_scale(value)::text as value, rollover, proposed_by::text as by,
      reason_type as "reasonType", reason, photos from reading_proposal where reading_id = ${entry.id} and state = '待同意' for update`.execute(
      tx,
    );
  const [proposal] = rows;
  if (proposal === undefined) throw conflict('没有待同意的修改，可能已被处理，请刷新');
  demand(ctx, line, 'agree', { proposer: proposal.by });
  const agreed = input.Action === 'agree';
  if (!agreed && input.Reason === '') throw invalid([{ path: 'Reason', message: '请填写退回原因' }]);
  await sql`update reading_proposal set state = ${agreed ? '已同意' : '已退回'}, decided_by = ${ctx.session.userId},
    decided_at = app_now(), decision = ${input.Reason} where id = ${proposal.id}`.execute(tx);
  const { value, rollover, reasonType, reason, photos } = proposal;
  // Written by whoever proposed it: the one who agreed is with the proposal.
  if (agreed)
    await addReadings(
      tx,
      proposal.by,
      [
        versionOf(
          entry,
          line,
          { value, reasonType, reason, photos, ...verdictOn(ctx, entry, line, proposal) },
          rollover,
        ),
      ],
      '改数同意',
    );
  await told(ctx, tx, line, agreed ? '同意改数' : '退回改数', entry.value, value, agreed ? reasonType : input.Reason);
  return { State: agreed ? '已生效' : '已退回', After: agreed ? value : entry.value };
}

/** @throws where nobody said that the dial turned round, or somebody else has to decide it */
function demandRollover(ctx: Ctx, entry: Entry, line: SheetLine): void {
  if (entry.rollover !== 'claimed') throw refused('该读数没有待确认的翻转');
  if (!ctx.session.roles.includes('projectManager')) throw forbidden('翻转由项目经理确认');
  if (entry.author === ctx.session.userId) throw forbidden('录入人不能自己确认翻转');
  if (line.lock.state === 'monthLocked') demand(ctx, line, 'edit');
}

async function confirmRollover({ ctx, tx, entry, line, input }: Doing): Promise<Done> {
  demandRollover(ctx, entry, line);
  // What nobody can look at nobody can confirm.
  if (entry.pictures + input.Photos.length === 0)
    throw invalid([{ path: 'Photos', message: '没有表盘照片，请先上传照片再确认翻转' }]);
  await bindPhotos(ctx, tx, entry, input);
  const judged = judgeEntry(
    line.entry,
    { text: entry.value ?? '', at: entry.at, rollover: true },
    { day: line.day, now: ctx.now.getTime(), zone: line.thing.calendar.zone },
  );
  if (judged.kind === 'refused') throw refused(judged.message);
  const { flag } = entry;
  const { Reason: reason } = input;
  await addReadings(
    tx,
    ctx.session.userId,
    [versionOf(entry, line, { flag, rollover: 'confirmed', reason, reasonType: '确认翻转', photos: input.Photos })],
    '确认翻转',
  );
  await told(ctx, tx, line, '确认翻转', entry.value, entry.value, reason);
  return { State: '已生效', After: entry.value };
}

/** Of two values of one moment the given one stays; the others are kept as void versions. */
async function acceptCandidate({ ctx, tx, entry, line, input }: Doing): Promise<Done> {
  const { rows } = await sql<{ id: string; flag: NewReading['flag']; author: string | null }>`
    select r.id::text, r.flag, r.recorded_by::text as author from manual_reading r where r.meter_id = ${entry.meter} and r.register = ${entry.register}
      and r.at = ${new Date(entry.at)} and r.id <> ${entry.id} and r.value is not null
      and not exists (select from manual_reading s where s.supersedes = r.id)`.execute(tx);
  if (rows.length === 0) throw conflict('没有待核对的值，可能已被处理，请刷新');
  // Whoever gives up what they entered themselves need not wait for anybody.
  const [author] = rows.every((one) => one.author === rows[0]?.author) ? rows : [];
  demand(ctx, line, 'edit', author?.author == null ? {} : { author: author.author });
  await addReadings(
    tx,
    ctx.session.userId,
    rows.map(({ id, flag }) =>
      versionOf(entry, line, { supersedes: id, value: null, flag, reasonType: '待核对', reason: input.Reason }),
    ),
    '待核对',
  );
  await told(ctx, tx, line, '处理待核对值', null, entry.value, input.Reason);
  return { State: '已生效', After: entry.value };
}

/** What is refused is a proposal, or that the dial turned round. */
const refuse = (doing: Doing): Promise<Done> =>
  doing.entry.rollover === 'claimed' && doing.entry.value !== null ? refuseRollover(doing) : decide(doing);

const ACTIONS = { save, agree: decide, refuse, confirmRollover, acceptCandidate } as const;

export async function updateEntry(ctx: Ctx, input: Input): Promise<Output> {
  const { EntryId } = input;
  if (EntryId === undefined) throw invalid([{ path: 'EntryId', message: '请选择要修改的读数' }]);
  const seen = await readEntry(ctx, ctx.db, EntryId);
  const answer = { EntryId: seen.id, Before: seen.value, AdjustId: null };
  const line = await lineOf(ctx, ctx.db, seen);
  if (input.Preview) {
    demandLatest(seen, input.Version);
    const shown = input.Action === 'save' ? valueOf(ctx, seen, line, input) : null;
    const version =
      input.Action === 'confirmRollover'
        ? { rollover: 'confirmed' as const }
        : { value: shown?.value ?? null, ...turnOf(seen, shown?.rollover === true) };
    return {
      ...answer,
      Version: seen.versions,
      State: '预览',
      After: shown === null ? seen.value : shown.value,
      Impact: await foreseen(ctx, seen, line, version),
    };
  }
  const done = await ctx.write(async (tx) => {
    await holdProject(tx, seen.project);
    const entry = await readEntry(ctx, tx, EntryId);
    demandLatest(entry, input.Version);
    const now = await lineOf(ctx, tx, entry);
    const result = await ACTIONS[input.Action]({ ctx, tx, entry, line: now, input });
    return { ...answer, ...result, Version: entry.versions + (result.State === '已生效' ? 1 : 0), Impact: [] };
  });
  await settle(ctx.db, [seen.meter]);
  return done;
}
