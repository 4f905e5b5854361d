/** What every demo record is written with. Figures follow from the record's number, so that every run tells the same story. */
import { MODULES, type ModuleId } from '@hengneng/core';
import type { Driver, FileValue } from './driver.ts';

export interface Tools {
  readonly now: Date;
  readonly index: number;
  user(account: string): Promise<string>;
  /** A picture that belongs to whoever acts. */
  file(): Promise<FileValue>;
}

export type Fill = (tools: Tools, driver: Driver) => Promise<Readonly<Record<string, unknown>>>;

export interface Script {
  readonly module: string;
  readonly applicant: string;
  readonly end: 'draft' | 'withdrawn' | 'running' | 'returned' | 'rejected' | 'approved';
  /** Approvals before a running record waits, or before it is sent back. */
  readonly after: number;
  /** Working days before the installation on which it was begun; absent: what its end and place among the scripts give. What others build on lies further back. */
  readonly begun?: number;
  readonly fields: Fill;
  /** Fields of later steps by the step's name. */
  readonly steps: Readonly<Record<string, Fill>>;
}

export const HOUR = 3_600_000;
const CHINA = 8 * HOUR;

/** Some days before the demo begins, at an hour of China's morning (8 + `hours`). */
export const morningBefore = (from: Date, days: number, hours: number): Date =>
  new Date(Math.floor(from.getTime() / (24 * HOUR)) * 24 * HOUR - days * 24 * HOUR + hours * HOUR);

/** `2026-11-21` in China, some days on. */
export const day = (at: Date, days = 0): string =>
  new Date(at.getTime() + CHINA + days * 24 * HOUR).toISOString().slice(0, 10);
/** A moment with its offset, some hours on. */
export const moment = (at: Date, hours = 0): string =>
  `${new Date(at.getTime() + CHINA + hours * HOUR).toISOString().slice(0, 16)}:00+08:00`;

/** `YYYY-MM`, some months before the month of a day. */
export const monthBefore = (date: string, back: number): string => {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - back;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
};

export const SITES = [
  { project: 'EMC01001', manager: 'projectManager', operators: ['operator', 'operator2'] },
  { project: 'EMC02002', manager: 'projectManager3', operators: ['operator3', 'operator'] },
  { project: 'EMC03001', manager: 'projectManager4', operators: ['operator4', 'operator'] },
  { project: 'EMC04001', manager: 'projectManager5', operators: ['operator5', 'operator'] },
] as const;
export type Site = (typeof SITES)[number];
export const site = (index: number): Site => SITES[index % SITES.length] ?? SITES[0];

/** Values that stand on references take the first that a picker offers. */
export const first = async (
  driver: Driver,
  tools: Tools,
  account: string,
  entity: string,
  more: Record<string, unknown>,
): Promise<string> => {
  const answer = (await driver.call(await tools.user(account), tools.now, 'POST', '/webapi/Reference/Index', {
    Entity: entity,
    Keyword: '',
    PageIndex: 1,
    PageSize: 20,
    ...more,
  })) as { rows: readonly { value: string }[] };
  const row = answer.rows[0];
  if (row === undefined) throw new Error(`nothing to pick of ${entity}`);
  return row.value;
};

export const none: Fill = async () => ({});

/** The same for a site's own things. */
export const firstOf = (
  driver: Driver,
  tools: Tools,
  account: string,
  entity: string,
  project: string,
  more: Record<string, unknown> = {},
): Promise<string> => first(driver, tools, account, entity, { ProjectCode: project, ...more });

/** A check that found nothing. */
export const GOOD = { result: '合格' } as const;

export type Stage = Pick<Script, 'end' | 'after' | 'begun'>;
export const approved = (begun?: number): Stage => ({ end: 'approved', after: 0, ...(begun && { begun }) });
/** Rests after so many approvals. */
export const waiting = (after: number, begun?: number): Stage => ({ end: 'running', after, ...(begun && { begun }) });
export const rejected = (after: number): Stage => ({ end: 'rejected', after });
export const returned = (after: number): Stage => ({ end: 'returned', after });

export const STAGES: readonly Stage[] = [
  { end: 'running', after: 0 },
  { end: 'approved', after: 0 },
  { end: 'running', after: 1 },
  { end: 'returned', after: 0 },
  { end: 'approved', after: 0 },
  { end: 'running', after: 2 },
  { end: 'draft', after: 0 },
  { end: 'withdrawn', after: 0 },
  { end: 'rejected', after: 1 },
];

/** The record as the product fills it in: what a payee or a meter gives. */
export const previewed = async (
  driver: Driver,
  tools: Tools,
  account: string,
  module: ModuleId,
  fields: object,
): Promise<Record<string, unknown>> => {
  const answer = await driver.call(
    await tools.user(account),
    tools.now,
    'POST',
    `${MODULES[module].api}/Preview`,
    fields,
  );
  return (answer as { readonly record: Record<string, unknown> }).record;
};
