/** 补充信息: the typed part of what is known of a project besides its basic information. */
import { PROFILE_KEYS, PROFILE_KIND, PROFILE_LABELS, type ProfileKey, type ProfileRow } from '@hengneng/contracts';
import type { additionAdd } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { snakeCase } from '@hengneng/form-kit';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { projectsVisible } from './visible.ts';

/** Under which the cover and the photos are kept. */
export const PROFILE_PAPER = 'projectProfile';

type Input = Pick<z.output<typeof additionAdd.input>, ProfileKey>;

const NUMBERS = [
  'windowWallRatio',
  'coolSupply',
  'coolReturn',
  'heatSupply',
  'heatReturn',
  'savingTarget',
  'carbonTarget',
] as const satisfies readonly ProfileKey[];
const FILES = ['cover', 'photos'] as const satisfies readonly ProfileKey[];
const isOneOf = (keys: readonly ProfileKey[], key: ProfileKey): boolean => keys.includes(key);

const columns = PROFILE_KEYS.map((key) => {
  const column = sql.ref(`f.${snakeCase(key)}`);
  return sql`${isOneOf(NUMBERS, key) ? sql`trim_scale(${column})::text` : column} as ${sql.ref(key)}`;
});
/** All of it as one value, for rows of other tables. */
const selected = sql`select f.id::text as "Id", ${sql.join(columns)}, f.version as "FormVersion" from project_profile f`;

export const readProfile = async (db: Db | Tx, code: string): Promise<ProfileRow | null> => {
  const { rows } = await sql<ProfileRow>`${selected} where f.project_code = ${code}`.execute(db);
  return rows[0] ?? null;
};

/** tCO₂ that a project may emit in a year; null where nobody has set it. */
export const carbonTargetOf = async (db: Db, code: string): Promise<string | null> =>
  (await readProfile(db, code))?.carbonTarget ?? null;

type Value = Input[ProfileKey] | ProfileRow[ProfileKey];
const wordsOf = (value: Value): string | null => {
  if (value === undefined || value === null || value === '') return null;
  return Array.isArray(value) ? value.map(({ Name }) => Name).join('、') || null : String(value);
};

const PAIRS = [
  ['coolSupply', 'coolReturn', '供冷供水温度应低于回水温度'],
  ['heatReturn', 'heatSupply', '供热回水温度应低于供水温度'],
] as const;

const check = (input: Input, old: ProfileRow | null): void => {
  const faults = PAIRS.flatMap(([low, high, message]): FieldError[] => {
    const [a, b] = [low, high].map((key) => (input[key] === undefined ? (old?.[key] ?? null) : input[key]));
    if (a == null || b == null || Number(a) < Number(b)) return [];
    return [{ path: input[low] === undefined ? high : low, message }];
  });
  if (faults.length > 0) throw invalid(faults);
};

const stored = (key: ProfileKey, value: Value): RawBuilder<unknown> =>
  isOneOf(FILES, key) ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;

const keepFiles = async (tx: Tx, ctx: Ctx, id: string, input: Input): Promise<void> => {
  const files = FILES.flatMap((key) => (input[key] ?? []).map(({ URL }) => ({ path: key, URL })));
  const faults = await bindFiles(tx, PROFILE_PAPER, id, files, ctx.session.userId);
  if (faults.length > 0) throw invalid(faults);
};

const numeric = (value: string | null): boolean => value !== null && /^-?\d+(\.\d+)?$/.test(value);
const differs = (before: string | null, after: string | null): boolean =>
  before !== after && !(numeric(before) && numeric(after) && Number(before) === Number(after));

const changesOf = (input: Input, old: ProfileRow | null): readonly ProfileKey[] =>
  PROFILE_KEYS.filter(
    (key) =>
      input[key] !== undefined &&
      (isOneOf(FILES, key)
        ? JSON.stringify(input[key]) !== JSON.stringify(old?.[key] ?? [])
        : differs(wordsOf(old?.[key]), wordsOf(input[key]))),
  );

const note = (tx: Tx, ctx: Ctx, code: string, old: ProfileRow | null, input: Input, keys: readonly ProfileKey[]) =>
  trail(tx, ctx, {
    kind: '系统设置',
    action: old === null ? '新增补充信息' : '修改补充信息',
    object: `项目 ${code}`,
    before: Object.fromEntries(keys.map((key) => [PROFILE_LABELS[key], wordsOf(old?.[key])])),
    after: Object.fromEntries(keys.map((key) => [PROFILE_LABELS[key], wordsOf(input[key])])),
  });

/** The first time that it is saved. The project is locked. */
export const insertProfile = async (tx: Tx, ctx: Ctx, code: string, input: Input): Promise<{ Id: string }> => {
  if ((await readProfile(tx, code)) !== null) throw conflict('补充信息已由他人建立，请刷新后再改');
  check(input, null);
  const { rows } = await sql<{ Id: string }>`insert into project_addition_info (project_code, kind, title, created_by)
    values (${code}, ${PROFILE_KIND}, '补充信息', ${ctx.session.userId}) returning id::text as "Id"`.execute(tx);
  const Id = rows[0]?.Id ?? '';
  await keepFiles(tx, ctx, Id, input);
  const keys = PROFILE_KEYS.filter((key) => input[key] !== undefined);
  await sql`insert into project_profile (${sql.join([...['id', 'project_code', 'updated_by'].map((name) => sql.ref(name)), ...keys.map((key) => sql.ref(snakeCase(key)))])})
    values (${sql.join([sql`${Id}`, sql`${code}`, sql`${ctx.session.userId}`, ...keys.map((key) => stored(key, input[key]))])})`.execute(
    tx,
  );
  await note(tx, ctx, code, null, input, changesOf(input, null));
  return { Id };
};

/** The project is locked. @throws conflict where somebody else has saved it since */
export const updateProfile = async (
  tx: Tx,
  ctx: Ctx,
  code: string,
  input: Input & { readonly FormVersion?: number | undefined },
): Promise<{ ok: true }> => {
  const old = await readProfile(tx, code);
  if (old === null || old.FormVersion !== input.FormVersion) {
    const { rows } = await sql<{ name: string | null; at: string }>`select u.user_name as name,
      to_char(f.updated_at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as at
      from project_profile f left join app_user u on u.id = f.updated_by where f.project_code = ${code}`.execute(tx);
    throw conflict(`补充信息已由${rows[0]?.name ?? '他人'}于 ${rows[0]?.at ?? ''} 修改，请核对后再保存`);
  }
  check(input, old);
  const keys = changesOf(input, old);
  if (keys.length === 0) return { ok: true };
  await keepFiles(tx, ctx, old.Id, input);
  const sets = keys.map((key) => sql`${sql.ref(snakeCase(key))} = ${stored(key, input[key])}`);
  await sql`update project_profile set ${sql.join(sets)}, version = version + 1, updated_by = ${ctx.session.userId}, updated_at = app_now()
    where id = ${old.Id}`.execute(tx);
  await sql`update project_addition_info set updated_at = now() where id = ${old.Id}`.execute(tx);
  await note(tx, ctx, code, old, input, keys);
  return { ok: true };
};

/** Who sees the project sees its photos. */
export const seesProfile: SeesPaper = async (db, session, id) => {
  const { rows } = await sql`select 1 from project_profile f join project p on p.code = f.project_code
    where f.id = ${id} and ${projectsVisible(session)}`.execute(db);
  return rows.length > 0;
};
