/** The four tabs of a to-do page: what each is narrowed by, asks for and shows. */
import { getHistoryList, getMyList, getWaitList, type WaitRow } from '@hengneng/contracts';
import type { CompiledForm } from '@hengneng/form-kit';
import type { ReactNode } from 'react';
import { callApi } from '../../lib/api.ts';
import { FLOW_STATUS, type roleStepsOf } from '@hengneng/core';
import { formatDateTime, formatMoney, formatRecent } from '../../lib/format.ts';
import { recordAddress } from '../../lib/routes.ts';
import type { Filters } from '../../lib/useUrlFilters.ts';
import { StatusTag, Tag } from '../../ui/StatusTag.tsx';
import { Due } from './Due.tsx';
import { outlierWords } from './quick.ts';
import type { FilterOf } from '../list/filter-of.ts';
import type { LabelMap } from '../store/record-store.ts';

export const PAGE_SIZE = 20;

const TABS = [
  ['wait', '待我处理', '没有待处理的单据'],
  ['handled', '我已处理', '还没有处理过的单据'],
  ['mine', '我发起', '还没有发起过'],
  ['cc', '抄送我', '没有抄送给您的单据'],
] as const;
export type TabKey = (typeof TABS)[number][0];

const [WAIT, HANDLED, ...WITHOUT_STEP] = TABS;
/** The page of a role's steps has no place for what is bound to no step: what was started, and copies. */
export const tabsOf = (ofSteps: boolean) => [WAIT, HANDLED, ...(ofSteps ? [] : WITHOUT_STEP)] as const;

/** What a page is for: a module, or some steps of it. */
interface Scope {
  readonly ProcedureId: number;
  readonly stepKey?: string[];
}

export interface Line {
  readonly key: string;
  /** The record. */
  readonly id: string;
  readonly to: string | null;
  readonly serial: string;
  readonly note: string;
  readonly cells: readonly ReactNode[];
  /** What can be done with it from here; only where it waits. */
  readonly task: WaitRow | null;
}
export interface Lines {
  readonly total: number;
  readonly rows: readonly Line[];
  /** Words of the projects that came along, for the filter. */
  readonly labels: LabelMap;
}

interface Head {
  readonly label: string;
  readonly right?: boolean;
}
const heads = (...labels: readonly string[]): readonly Head[] =>
  labels.map((label) => ({ label, right: label.includes('（') }));

export const HEADS: Readonly<Record<TabKey, readonly Head[]>> = {
  wait: heads('步骤', '申请人', '金额（元）', '到达时间', '等待（工作小时）', '截止', '代谁处理', '为何是我'),
  handled: heads('步骤', '代谁处理', '我的结论', '我的意见', '处理时间', '现状态'),
  mine: heads('状态', '当前步骤', '处理人', '提交时间', '用时（工作小时）'),
  cc: heads('抄送人', '留言', '时间', '状态', '已读'),
};

const TIME: Readonly<Record<TabKey, string>> = {
  wait: '到达时间',
  handled: '处理时间',
  mine: '提交时间',
  cc: '抄送时间',
};

/** Names in the address that mean something on one tab only. */
export const TAB_FILTERS = ['Overdue', 'step', 'Status', 'from', 'to'] as const;

export const filtersOf = (
  tab: TabKey,
  form: CompiledForm,
  roleSteps: ReturnType<typeof roleStepsOf>,
): readonly FilterOf[] => {
  const names = [...new Set((roleSteps ?? form.steps).map((step) => step.name))];
  return [
    ...(form.field('project')
      ? [{ key: 'project', label: '项目', kind: 'reference', entity: 'project' } as const]
      : []),
    ...((tab === 'wait' || tab === 'handled') && (roleSteps === null || names.length > 1)
      ? [{ key: 'step', label: '步骤', kind: 'choice', options: names.map((name) => [name, name] as const) } as const]
      : []),
    ...(tab === 'mine'
      ? [{ key: 'Status', label: '状态', kind: 'choice', options: Object.entries(FLOW_STATUS) } as const]
      : []),
    { key: 'time', label: TIME[tab], kind: 'moments', picker: 'date', from: 'from', to: 'to' },
    ...(tab === 'wait'
      ? [{ key: 'Overdue', label: '超时', kind: 'choice', options: [['1', '只看超时']] } as const]
      : []),
  ];
};

/** What is asked for, as the address says it; the export takes the same. */
export const askOf = (tab: TabKey, filters: Filters, scope: Scope) => {
  const taken = (name: string, on = true) => (on && filters[name] ? { [name]: filters[name] } : {});
  const { from = '', to = '' } = filters;
  return {
    filters: {
      ...scope,
      ...taken('project'),
      ...taken('Keyword'),
      ...taken('step', tab === 'wait' || tab === 'handled'),
      ...taken('Status', tab === 'mine'),
      ...(tab === 'wait' && filters['Overdue'] ? { Overdue: true } : {}),
    },
    days: from || to ? { from, to } : undefined,
  };
};

const within = <N extends string>(name: N, days: { readonly from: string; readonly to: string } | undefined) =>
  (days ? { [name]: days } : {}) as { readonly [name in N]?: { readonly from: string; readonly to: string } };

interface Titled {
  readonly ProcedureId: number;
  readonly BusinessId: string;
  readonly title: string;
  readonly serial: string | null;
  readonly project: string | null;
}

/** A title that begins with what stands over it anyway (module and number) says the rest only. */
const noteOf = ({ title, serial, project }: Titled): string => {
  const rest = serial !== null && title.includes(serial) ? title.slice(title.indexOf(serial) + serial.length) : title;
  return [rest.trim(), project !== null && !rest.includes(project) ? project : ''].filter(Boolean).join(' · ');
};

const lineOf = (key: string, row: Titled, cells: readonly ReactNode[], task: WaitRow | null = null): Line => ({
  key,
  id: row.BusinessId,
  to: recordAddress(row.ProcedureId, row.BusinessId, task?.NodeRecordId),
  serial: row.serial ?? '（草稿，未编号）',
  note: noteOf(row) || row.title,
  cells,
  task,
});

/** An amount that is unusual for its module stands out: it deserves more than a glance. */
const amountOf = (row: WaitRow): ReactNode => {
  if (row.amount === null) return '—';
  if (row.outlierAbove === null) return formatMoney(row.amount);
  return (
    <span title={outlierWords(row.outlierAbove)}>
      <Tag tone="warn">金额偏高</Tag> {formatMoney(row.amount)}
    </span>
  );
};

const clockOf = (at: string): string => formatDateTime(at).slice(-5);

const holderOf = (row: WaitRow): ReactNode => {
  if (row.claimedBy) return <Tag tone="warn">{`${row.claimedBy}正在处理`}</Tag>;
  if (row.heldUntil) return <Tag tone="accent">{`您已认领至${clockOf(row.heldUntil)}`}</Tag>;
  return row.why;
};

const answered = <R extends { readonly projectCode: string | null; readonly project: string | null }>(
  list: { readonly rows: readonly R[]; readonly total: number },
  line: (row: R, index: number) => Line,
): Lines => ({
  total: list.total,
  rows: list.rows.map(line),
  labels: {
    project: Object.fromEntries(
      list.rows.flatMap((row) => (row.projectCode && row.project ? [[row.projectCode, row.project]] : [])),
    ),
  },
});

export const load = async (
  tab: TabKey,
  filters: Filters,
  scope: Scope,
  { page, size }: { readonly page: number; readonly size: number },
  signal: AbortSignal,
): Promise<Lines> => {
  const { filters: asked, days } = askOf(tab, filters, scope);
  const base = { ...asked, PageIndex: page, PageSize: size };
  switch (tab) {
    case 'wait':
      return answered(await callApi(getWaitList, { ...base, ...within('arrivedAt', days) }, { signal }), (row) =>
        lineOf(
          row.NodeRecordId,
          row,
          [
            row.step,
            row.applicant,
            amountOf(row),
            formatRecent(row.arrivedAt),
            row.waitedHours,
            row.dueAt === null ? '—' : <Due key="due" row={row} />,
            row.onBehalfOf ?? '—',
            holderOf(row),
          ],
          row,
        ),
      );
    case 'mine':
      return answered(await callApi(getMyList, { ...base, ...within('submittedAt', days) }, { signal }), (row) =>
        lineOf(row.BusinessId, row, [
          <StatusTag key="status" status={row.Status} />,
          row.currentStep ?? '—',
          row.handlers ?? '—',
          formatDateTime(row.submittedAt),
          row.usedHours ?? '—',
        ]),
      );
    default: {
      const input = { ...base, ...within('handledAt', days), Kind: tab };
      return answered(await callApi(getHistoryList, input, { signal }), (row, index) =>
        lineOf(
          `${row.NodeRecordId ?? row.BusinessId}-${index}`,
          row,
          tab === 'cc'
            ? [
                row.from ?? '—',
                row.Opinion ?? '—',
                formatDateTime(row.handledAt),
                <StatusTag key="status" status={row.Status} />,
                row.read ? (
                  '已读'
                ) : (
                  <Tag key="unread" tone="accent">
                    未读
                  </Tag>
                ),
              ]
            : [
                row.step,
                row.onBehalfOf ?? '—',
                row.conclusion,
                row.Opinion ?? '—',
                formatDateTime(row.handledAt),
                <StatusTag key="status" status={row.Status} />,
              ],
        ),
      );
    }
  }
};
