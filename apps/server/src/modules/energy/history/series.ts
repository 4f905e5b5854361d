/** Rows of a file as readings of registers: days, times, meters, registers, units and numbers, each read as people write it. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { HistoryKind } from '@hengneng/contracts';
import { type Factor, unitTimes } from '@hengneng/energy/factors';
import { plainUnit } from '@hengneng/energy/units';
import {
  CHINA,
  checkReading,
  dayStart,
  type Exact,
  exact,
  exactText,
  instantOf,
  isCounter,
  MINUTE,
  readExact,
  type Register,
  REGISTERS,
  times,
} from '@hengneng/energy/measuring';
import { remembered } from '../remembered.ts';
import type { MeterThing } from '../things/index.ts';
import type { HistoryFile } from './file.ts';
import type { Findings, RowAbout } from './findings.ts';

/** A meter as a file may name it. */
export interface Named {
  readonly thing: MeterThing;
  readonly label: string;
  readonly names: readonly string[];
}

export interface Item {
  readonly row: number;
  readonly at: number;
  readonly day: string;
  /** As it is written to the database: a plain decimal. */
  readonly text: string;
  readonly value: Exact;
  readonly rollover: boolean;
}

/** What a file says of one register. */
export interface Series {
  readonly meter: Named;
  readonly register: Register;
  readonly items: Item[];
}

export const aboutOf = ({ meter, register }: Series, { row, day, text }: Item): RowAbout => ({
  row,
  day,
  meter: meter.label,
  register: REGISTERS[register].name,
  value: text,
});

const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:\s+(\d{1,2}:\d{2}))?/;
const two = (text: string | undefined): string => (text ?? '').padStart(2, '0');

interface Dated {
  readonly day: string;
  readonly time: string;
  /** Its midnight, where each of its minutes follows from that; null where clocks change. */
  readonly midnight: number | null;
}

const DAY_MS = 86_400_000;

/** The day of a cell, and the time where it says one: 2024/3/5, 2024-03-05 08:00. */
const dayOf = (text: string): Dated | null => {
  const found = DAY.exec(text.trim());
  if (found === null) return null;
  const day = `${found[1]}-${two(found[2])}-${two(found[3])}`;
  const real = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== day) return null;
  const midnight = instantOf(day, 0, CHINA);
  const whole = instantOf(day, 1440, CHINA) - midnight === DAY_MS;
  return { day, time: found[4] ?? '', midnight: whole ? midnight : null };
};

/** Minutes after midnight; a cell that holds a time only comes with a day of its own. */
const minutesOf = (text: string): number | null => {
  const found = /(?:^|\s)(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text.trim());
  if (found === null) return null;
  const minutes = Number(found[1]) * 60 + Number(found[2]);
  return Number(found[2]) < 60 && minutes <= 1440 ? minutes : null;
};

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;
const plain = (text: string): string => (GROUPED.test(text) ? text.replaceAll(',', '') : text);

const registerOf = (thing: MeterThing, text: string): Register | null =>
  text === ''
    ? (thing.registers[0] ?? null)
    : (thing.registers.find((key) => key === text || REGISTERS[key].name === text) ?? null);

const unitOf = (thing: MeterThing, register: Register): string => {
  const kind = REGISTERS[register];
  return 'unit' in kind ? kind.unit : thing.unit;
};
export const unitOfSeries = ({ meter, register }: Series): string => unitOf(meter.thing, register);

const YES = new Set(['是', '1', 'true']);

interface Reading {
  readonly file: HistoryFile;
  readonly kind: HistoryKind;
  readonly meters: readonly Named[];
  /** Minutes after midnight at which the project reads where a row does not say. */
  readonly cut: number;
  readonly now: number;
  /** 单位换算 of the project. */
  readonly factors: readonly Factor[];
}

const cellOf = (texts: readonly string[], at: number): string => (at < 0 ? '' : (texts[at] ?? '').trim());

/** What was hanging there at the moment, or why nothing was. */
function checkedValue(series: Series, text: string, at: number, now: number): { value: Exact } | { message: string } {
  const { installs } = series.meter.thing;
  const there = installs.findLast(({ installedAt }) => installedAt <= at) ?? installs[0];
  if (there === undefined) return { message: '该表没有装用记录，请先在项目设备设置登记' };
  const { installedAt, removedAt, dial } = there;
  const hung = removedAt === null ? { now, installedAt } : { now, installedAt, removedAt };
  return checkReading({ text, register: series.register, at }, dial, hung);
}

/** Rows that are read at a stretch: others who ask this process something wait no longer. */
const A_STRETCH = 10_000;

/** Reads all rows. @returns how many say anything, and what is right of them by register */
export async function readSeries(
  { file, kind, meters, cut, now, factors }: Reading,
  findings: Findings,
): Promise<{ readonly total: number; readonly series: readonly Series[] }> {
  const place = (column: string): number => file.places[column] ?? -1;
  const [dayAt, timeAt, meterAt, registerAt, unitAt, rollAt, valueAt] = [
    place('日期'),
    place('时刻'),
    place('表计'),
    place('示数项'),
    place('单位'),
    place('翻转'),
    place(kind === 'reading' ? '读数' : '用量'),
  ];
  const byName = Map.groupBy(
    meters.flatMap((meter) => meter.names.map((name) => [name, meter] as const)),
    ([name]) => name,
  );
  const meterOf = remembered((text: string): Named | string => {
    const found = [...new Set((byName.get(text) ?? []).map(([, meter]) => meter))];
    const [only] = found;
    if (only === undefined) return `表计【${text}】不存在`;
    return found.length === 1 ? only : `有 ${found.length} 块表叫【${text}】，请填写表计编号`;
  });
  const days = remembered(dayOf);
  const minutesAt = remembered(minutesOf);
  const all = new Map<string, Series>();
  const seriesOf = remembered((key: string): Series | null => {
    const [name = '', text = ''] = key.split('\n');
    const meter = meterOf(name);
    if (typeof meter === 'string') return null;
    const register = registerOf(meter.thing, text);
    if (register === null || (kind === 'usage' && !isCounter(register))) return null;
    const known = all.get(`${meter.thing.id} ${register}`);
    const series = known ?? { meter, register, items: [] };
    all.set(`${meter.thing.id} ${register}`, series);
    return series;
  });
  // Of the row before: in most files a meter's rows follow each other.
  let before: { readonly name: string; readonly register: string; readonly series: Series | null } | null = null;
  let total = 0;
  for (const [row, texts] of file.rows()) {
    const dayText = cellOf(texts, dayAt);
    const value = plain(cellOf(texts, valueAt));
    // The template names each meter; a line that nobody filled in says nothing.
    if (dayText === '' && value === '') continue;
    total += 1;
    if (total % A_STRETCH === 0) await breathe();
    const name = cellOf(texts, meterAt);
    const registerText = cellOf(texts, registerAt);
    const wrong = (column: string, message: string): void =>
      findings.error({ row, day: dayText, meter: name, register: registerText, value }, column, message);
    if (
      file.width !== null &&
      texts.length > file.width &&
      texts.slice(file.width).some((text) => text.trim() !== '')
    ) {
      wrong(kind === 'usage' ? '用量' : '读数', '该行比表头多出一格：数字里不要用千分位逗号，或给整个数加引号');
      continue;
    }
    const found = days(dayText);
    if (found === null) {
      wrong('日期', dayText === '' ? '请填写日期' : `「${dayText}」不是日期，请写成 2024-03-05`);
      continue;
    }
    const timeText = cellOf(texts, timeAt) || found.time;
    const minutes = timeText === '' ? cut : minutesAt(timeText);
    if (minutes === null) {
      wrong('时刻', `「${timeText}」不是时刻，请写成 08:00`);
      continue;
    }
    const meter = name === '' ? '请填写表计' : meterOf(name);
    if (typeof meter === 'string') {
      wrong('表计', meter);
      continue;
    }
    if (before === null || before.name !== name || before.register !== registerText)
      before = { name, register: registerText, series: seriesOf(`${name}\n${registerText}`) };
    const { series } = before;
    if (series === null) {
      const names = meter.thing.registers.map((key) => REGISTERS[key].name).join('、');
      wrong('示数项', `${meter.label}没有示数项「${registerText}」，可填 ${names}`);
      continue;
    }
    const { day } = found;
    const given = cellOf(texts, unitAt);
    const unit = unitOf(meter.thing, series.register);
    let converted: ReturnType<typeof unitTimes> = null;
    if (given !== '' && plainUnit(given) !== plainUnit(unit)) {
      // A use can be told in another unit, what a dial shows cannot.
      if (kind === 'usage')
        converted = unitTimes(factors, {
          carrier: meter.thing.category.split('.')[0] ?? '',
          from: given,
          to: unit,
          day,
          project: meter.thing.project,
        });
      if (converted === null) {
        wrong(
          '单位',
          `${meter.label}的单位是 ${unit}，本行写的是 ${given}${kind === 'usage' ? '，没有这两个单位的换算' : ''}`,
        );
        continue;
      }
    }
    if (day < meter.thing.usedFrom) {
      wrong('日期', `早于${meter.label}的启用日期 ${meter.thing.usedFrom}，请先在项目设备设置核对`);
      continue;
    }
    if (kind === 'usage') {
      const usage = readExact(value);
      if (usage === null || usage < 0n)
        wrong('用量', value === '' ? '请填写用量' : `「${value}」不是用量，应为不小于 0 的数`);
      else {
        const used = converted === null ? usage : times(usage, exact(converted.times.toFixed(9)));
        if (converted !== null)
          findings.hint({ row, day, meter: name, register: registerText, value }, '单位', converted.words);
        series.items.push({
          row,
          day,
          at: dayStart(day, meter.thing.calendar),
          text: converted === null ? value : exactText(used, 6),
          value: used,
          rollover: false,
        });
      }
      continue;
    }
    const at = found.midnight === null ? instantOf(day, minutes, CHINA) : found.midnight + minutes * MINUTE;
    const checked = checkedValue(series, value, at, now);
    if ('message' in checked) wrong(at > now ? '日期' : '读数', checked.message);
    else {
      const rollover = rollAt >= 0 && YES.has(cellOf(texts, rollAt));
      series.items.push({ row, day, at, text: value, value: checked.value, rollover });
    }
  }
  const series = [...all.values()].filter(({ items }) => items.length > 0);
  for (const { items } of series) items.sort((a, b) => a.at - b.at || a.row - b.row);
  return { total, series };
}
