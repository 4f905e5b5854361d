/** Changing dictionaries. What records hold stays readable: a word in use is stopped, not taken away; a figure that held is not written over. */
import { type dictionarySave, seenVersions } from '@hengneng/contracts';
import { dictionary, DICTIONARIES, type FieldError, isDictionary, today, wordCode } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { isFigures, isWords, type Word, wordsOf } from '../../engine/dictionaries/dictionaries.ts';
import type { Catalog } from '../../engine/index.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { insistUnchanged } from '../../platform/http/changed-since.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { versionsSet } from './read.ts';
import { placesOf, usesOfWord } from './uses.ts';

export type Change = z.output<typeof dictionarySave.input>;
type Of<A extends Change['action']> = Extract<Change, { action: A }>;

interface Writing {
  readonly ctx: Ctx;
  readonly tx: Tx;
  readonly catalog: Catalog;
}
type Wrong = readonly FieldError[];
const wrong = (path: string, message: string): Wrong => [{ path, message }];
const FINE: Wrong = [];

const yesterday = (now: Date): string => today(new Date(now.getTime() - 86_400_000));

const findWord = async (
  tx: Tx,
  { dict, code }: { readonly dict: string; readonly code: string },
): Promise<Word | undefined> =>
  isWords(dict) ? (await wordsOf(tx, dict)).find((word) => word.code === code) : undefined;

/** Keeps what differs from the program's own of a word. */
const keep = (
  { ctx, tx }: Writing,
  dict: string,
  word: Pick<Word, 'code' | 'from' | 'to' | 'sort'> & { readonly name: string | null },
): Promise<unknown> =>
  sql`insert into dictionary_word (dict, code, name, sort, valid_from, valid_to, updated_by)
    values (${dict}, ${word.code}, ${word.name}, ${word.sort}, ${word.from}, ${word.to}, ${ctx.session.userId})
    on conflict (dict, code) do update set name = excluded.name, sort = excluded.sort, valid_from = excluded.valid_from, valid_to = excluded.valid_to,
      updated_by = excluded.updated_by, updated_at = app_now()`.execute(tx);

const tell = (
  { ctx, tx }: Writing,
  { dict, code }: Change,
  action: string,
  summary: string,
  after: Readonly<Record<string, unknown>>,
) =>
  trail(tx, ctx, {
    kind: '系统设置',
    action,
    object: `数据字典 ${isDictionary(dict) ? DICTIONARIES[dict].title : dict}`,
    objectType: 'dictionary',
    objectId: `${dict}.${code}`,
    summary,
    after,
  });

const add = async (w: Writing, input: Of<'add'>): Promise<Wrong> => {
  const { dict, code, name } = input;
  if (!isWords(dict)) return wrong('dict', '参数由程序使用，不能新增，请修改值');
  const words = await wordsOf(w.tx, dict);
  const day = today(w.ctx.now);
  const from = input.from ?? day;
  const to = input.to ?? null;
  const errors = [
    ...(words.some((word) => word.code.toLowerCase() === code.toLowerCase()) ? wrong('code', '编码已存在') : []),
    ...(words.some((word) => word.name === name) ? wrong('name', '名称已存在') : []),
    ...(from < day ? wrong('from', '启用日期不能早于今天') : []),
    ...(to !== null && to < from ? wrong('to', '截止日期不能早于启用日期') : []),
  ];
  if (errors.length > 0) return errors;
  const sort = input.sort ?? Math.min(9_999, Math.max(0, ...words.map((word) => word.sort)) + 1);
  await keep(w, dict, { code, name, sort, from, to });
  await tell(w, input, '新增字典条目', `${code} ${name}`, { 名称: name, 排序: sort, 起: from, 止: to });
  return FINE;
};

const edit = async (w: Writing, input: Of<'edit'>): Promise<Wrong> => {
  const { dict } = input;
  const word = await findWord(w.tx, input);
  if (word === undefined || !isWords(dict)) return wrong('code', '没有这个编码');
  insistUnchanged(`「${word.name}」`, { name: '名称', sort: '排序', to: '截止' }, input.seen, { ...word });
  const name = input.name ?? word.name;
  const to = input.to === undefined ? word.to : input.to;
  if (name !== word.name) {
    if (word.builtin) return wrong('name', '内置条目由程序使用，不能改名，可停用后新增');
    const uses = await usesOfWord(w.tx, placesOf(w.catalog, dict), word.name);
    if (uses > 0) return wrong('name', `已被${uses}条记录引用，不能改名，可停用后新增`);
    if ((await wordsOf(w.tx, dict)).some((one) => one.name === name)) return wrong('name', '名称已存在');
  }
  if (to !== null && word.from !== null && to < word.from) return wrong('to', '截止日期不能早于启用日期');
  const sort = input.sort ?? word.sort;
  await keep(w, dict, { code: word.code, name: word.builtin ? null : name, sort, from: word.from, to });
  await tell(w, input, '修改字典条目', `${word.code} ${name}`, { 名称: name, 排序: sort, 止: to });
  return FINE;
};

/** From today on it is offered no more, or again. */
const offer = async (w: Writing, input: Of<'stop' | 'resume'>): Promise<Wrong> => {
  const word = await findWord(w.tx, input);
  if (word === undefined) return wrong('code', '没有这个编码');
  const stops = input.action === 'stop';
  // Done by somebody else meanwhile: their day of it stays, and so does an end that they have set.
  const day = today(w.ctx.now);
  if (stops ? word.to !== null && word.to < day : word.to === null || word.to >= day)
    return wrong('code', `「${word.name}」已${stops ? '停用' : '启用'}，请刷新后再看`);
  const to = stops ? yesterday(w.ctx.now) : null;
  const from = stops && word.from !== null && word.from > yesterday(w.ctx.now) ? yesterday(w.ctx.now) : word.from;
  await keep(w, input.dict, { ...word, name: word.builtin ? null : word.name, from, to });
  await tell(w, input, stops ? '停用字典条目' : '启用字典条目', `${word.code} ${word.name}`, { 止: to });
  return FINE;
};

const remove = async (w: Writing, input: Of<'delete'>): Promise<Wrong> => {
  const { dict } = input;
  const word = await findWord(w.tx, input);
  if (word === undefined || !isWords(dict)) return wrong('code', '没有这个编码');
  if (word.builtin) return wrong('code', '内置条目不能删除，可以停用');
  const uses = await usesOfWord(w.tx, placesOf(w.catalog, dict), word.name);
  if (uses > 0) return wrong('code', `已被${uses}条记录引用，只能停用`);
  await sql`delete from dictionary_word where dict = ${dict} and code = ${word.code}`.execute(w.tx);
  await tell(w, input, '删除字典条目', `${word.code} ${word.name}`, { 名称: word.name });
  return FINE;
};

/** The figure that goes by a code; the database knows it by its key. */
const figureBy = ({ dict, code }: { readonly dict: string; readonly code: string }) => {
  const of = isFigures(dict) ? dictionary(dict) : null;
  if (of === null || 'words' in of) return null;
  const [key, figure] = Object.entries(of.figures).find((_, place) => wordCode(place) === code) ?? [];
  return key === undefined || figure === undefined ? null : { of, key, figure };
};

/** @throws conflict where somebody else has set the figure since it was opened */
const insistVersions = async (
  { tx }: Writing,
  { of, key, figure }: NonNullable<ReturnType<typeof figureBy>>,
  seen: string | undefined,
): Promise<void> => {
  if (seen === undefined) return;
  const [newest, ...older] = await versionsSet(tx, of.id, key, figure.value);
  if (newest !== undefined && seen !== seenVersions([newest, ...older]))
    throw conflict(
      `「${figure.name}」刚被他人修改（最新一版：${newest.Value}${of.unit}，${newest.From ?? '最初'}起），请重新打开核对后再保存`,
    );
};

const set = async (w: Writing, input: Of<'set'>): Promise<Wrong> => {
  const { dict, value } = input;
  const found = figureBy(input);
  if (found === null) return wrong('code', '没有这个参数');
  const { of, key, figure } = found;
  const from = input.from ?? today(w.ctx.now);
  const number = Number(value);
  const range = `应在${of.min}至${of.max}${of.unit}之间`;
  const errors = [
    ...(number < of.min || number > of.max ? wrong('value', `${figure.name}${range}`) : []),
    ...((value.split('.')[1] ?? '').length > of.places
      ? wrong('value', of.places === 0 ? '值必须是整数' : `值最多${of.places}位小数`)
      : []),
    // What was reckoned with the figure that held stays as it was.
    ...(from < today(w.ctx.now) ? wrong('from', '生效日不能早于今天') : []),
  ];
  if (errors.length > 0) return errors;
  await insistVersions(w, found, input.seen);
  await sql`insert into dictionary_figure (dict, code, valid_from, value, set_by) values (${dict}, ${key}, ${from}, ${value}::numeric, ${w.ctx.session.userId})
    on conflict (dict, code, valid_from) do update set value = excluded.value, set_by = excluded.set_by, set_at = app_now()`.execute(
    w.tx,
  );
  await tell(w, input, '修改参数', `${figure.name} ${value}${of.unit}，${from}起`, { 值: value, 起: from });
  return FINE;
};

/** A figure that has not begun to hold is taken back. */
const unset = async (w: Writing, input: Of<'unset'>): Promise<Wrong> => {
  const { dict, from } = input;
  const found = figureBy(input);
  if (found === null) return wrong('code', '没有这个参数');
  if (from <= today(w.ctx.now)) return wrong('from', '已生效的版本不能撤销，请另立一版');
  await insistVersions(w, found, input.seen);
  const gone =
    await sql`delete from dictionary_figure where dict = ${dict} and code = ${found.key} and valid_from = ${from} returning 1`.execute(
      w.tx,
    );
  if (gone.rows.length === 0) return wrong('from', '没有这一版，请刷新后再看');
  await tell(w, input, '撤销未生效的参数', `${found.figure.name}，${from}起`, { 起: from });
  return FINE;
};

/** One change in the transaction of its call; what is wrong with it is answered, not thrown, so that a sheet can name its row. */
export const apply = async (w: Writing, change: Change): Promise<Wrong> => {
  if (!isDictionary(change.dict)) return wrong('dict', '没有这个字典');
  // Two who change the same dictionary do so one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('dictionary ' || ${change.dict}, 0))`.execute(w.tx);
  switch (change.action) {
    case 'add':
      return add(w, change);
    case 'edit':
      return edit(w, change);
    case 'set':
      return set(w, change);
    case 'unset':
      return unset(w, change);
    case 'delete':
      return remove(w, change);
    default:
      return offer(w, change);
  }
};

export const saveDictionary = (ctx: Ctx, catalog: Catalog, change: Change): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const errors = await apply({ ctx, tx, catalog }, change);
    const [first] = errors;
    if (first?.path === 'dict') throw notFound(first.message);
    if (first !== undefined) throw invalid([...errors]);
    return { ok: true };
  });
