/** Sheets of several projects and days with what was typed into them: fetched, judged, kept, sent batch by batch. */
import { entryDevices, entryInsert, type EntryRow, type SheetResult } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { listen } from '../../../lib/events.ts';
import { notify } from '../../../lib/notify.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import {
  type Draft,
  draftKey,
  EMPTY,
  type Fault,
  faultOf,
  isFilled,
  judgeRow,
  keepDrafts,
  loadDrafts,
  sentRows,
} from '../entry/entries.ts';
import { isWritable } from '../entry/useSheet.ts';
import {
  begin,
  cellKey,
  dateOf,
  type Line,
  lineKey,
  linesOf,
  redo,
  step,
  type Steps,
  type Typed,
  undo,
} from './grid.ts';

const KEEP_MS = 1_000;
const FRESH_MS = 120_000;

export interface AllAsked {
  readonly projects: readonly string[];
  readonly dates: readonly string[];
  readonly categories: readonly string[];
}

/** A filled cell with its row. */
interface Filled {
  readonly row: EntryRow;
  readonly draft: Draft;
}

/** Somebody else's reading where this person typed one. */
export interface Clash {
  readonly row: EntryRow;
  readonly theirs: string;
  readonly mine: string;
  readonly by: string;
}

/** Drafts are kept by project and day, where the page of one project finds them as well. */
const loadAll = (me: string, { projects, dates }: AllAsked): Typed =>
  Object.fromEntries(
    projects.flatMap((project) =>
      dates.flatMap((date) =>
        Object.entries(loadDrafts(draftKey(me, project, date, ''))).map(([key, draft]) => [`${key} ${date}`, draft]),
      ),
    ),
  );

const keepAll = (me: string, { projects, dates }: AllAsked, lines: readonly Line[], typed: Typed): void => {
  for (const project of projects)
    for (const [at, date] of dates.entries()) {
      const rows = lines.flatMap(({ cells, project: of }) => (of === project ? (cells[at] ?? []) : []));
      const shown = new Set(rows.map(lineKey));
      const store = draftKey(me, project, date, '');
      // What is not in this grid, of other energies, is somebody's input as well.
      const others = Object.entries(loadDrafts(store)).filter(([key]) => !shown.has(key));
      const drafts = rows.flatMap((row) => {
        const draft = typed[cellKey(row)];
        return draft === undefined ? [] : [[lineKey(row), draft] as const];
      });
      keepDrafts(store, Object.fromEntries([...others, ...drafts]));
    }
};

const changedRows = new WeakMap<EntryRow, { readonly value: string; readonly row: EntryRow }>();

/** A row as it will be once the day before, which is typed and not sent, is there. */
const after = (row: EntryRow, previous: { readonly at: number; readonly value: string }): EntryRow => {
  const known = changedRows.get(row);
  if (known?.value === previous.value) return known.row;
  const made = { ...row, Judge: { ...row.Judge, previous } };
  changedRows.set(row, { value: previous.value, row: made });
  return made;
};

const keyOfAsk = ({ projects, dates, categories }: AllAsked): string =>
  [projects.join(','), dates.join(','), categories.join(',')].join(' ');

export const useAll = (asked: AllAsked) => {
  const me = useSession((state) => state.userId);
  const key = keyOfAsk(asked);
  const [state, setState] = useState<{ readonly key: string; readonly steps: Steps; readonly last: string | null }>(
    () => ({
      key,
      steps: begin(loadAll(me, asked)),
      last: null,
    }),
  );
  if (state.key !== key) setState({ key, steps: begin(loadAll(me, asked)), last: null });
  const { steps } = state;
  const typed = steps.now;
  const [faults, setFaults] = useState<Readonly<Record<string, Fault>>>({});
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const sheet = useQuery({
    queryKey: ['entrySheet', 'all', key],
    queryFn: ({ signal }) =>
      callApi(
        entryDevices,
        {
          ProjectCodes: [...asked.projects],
          Dates: [...asked.dates],
          Grid: true,
          ...(asked.categories.length === 0 ? {} : { CategoryCodes: [...asked.categories] }),
        },
        { signal },
      ),
    enabled: asked.projects.length > 0 && asked.dates.length > 0,
    refetchInterval: FRESH_MS,
  });
  const { data } = sheet;
  const lines = useMemo(() => linesOf(data?.rows ?? [], key.split(' ')[1]?.split(',') ?? []), [data, key]);
  const days = data?.Days ?? {};
  const now = Date.parse(data?.Now ?? '');

  const keep = useEffectEvent((drafts: Typed) => {
    // Before the rows are there nothing is known of what was kept; it must not be taken for given up.
    if (data !== undefined) keepAll(me, asked, lines, drafts);
  });
  useEffect(() => {
    const timer = setTimeout(() => keep(typed), KEEP_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const refetch = useEffectEvent(() => void sheet.refetch());
  useEffect(() => {
    const [projects = ''] = key.split(' ');
    if (projects === '') return;
    const controller = new AbortController();
    void listen(
      projects.split(',').map((project) => `entry:${project}`),
      controller.signal,
      () => refetch(),
      () => refetch(),
    );
    return () => controller.abort();
  }, [key]);

  const put = (changes: ReadonlyMap<string, Partial<Draft>>): void => {
    if (changes.size === 0) return;
    const [only = ''] = changes.size === 1 ? changes.keys() : [];
    setState((before) => {
      const next = {
        ...before.steps.now,
        ...Object.fromEntries(
          [...changes].map(([cell, values]) => [cell, { ...(before.steps.now[cell] ?? EMPTY), ...values }]),
        ),
      };
      // Key after key in one cell is one step.
      const on = only !== '' && before.last === only;
      return {
        ...before,
        steps: on ? { ...before.steps, now: next, after: [] } : step(before.steps, next),
        last: only === '' ? null : only,
      };
    });
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([cell]) => !changes.has(cell))));
  };
  const back = (): void => setState((before) => ({ ...before, steps: undo(before.steps), last: null }));
  const forth = (): void => setState((before) => ({ ...before, steps: redo(before.steps), last: null }));
  /** What was sent or given up is no step that can be gone back to. */
  const drop = (cells: ReadonlySet<string>): void => {
    setState((before) => ({
      ...before,
      last: null,
      steps: begin(Object.fromEntries(Object.entries(before.steps.now).filter(([cell]) => !cells.has(cell)))),
    }));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([cell]) => !cells.has(cell))));
  };

  /** Judges the cell of a line on a day, by what is typed for the days before. */
  const judged = (line: Line, column: number) => {
    const row = line.cells[column];
    const draft = row === undefined ? undefined : typed[cellKey(row)];
    if (row === undefined || draft === undefined || !isWritable(row)) return null;
    const before = line.cells.slice(0, column).findLast((cell) => {
      const there = cell === undefined ? undefined : typed[cellKey(cell)];
      return cell !== undefined && isWritable(cell) && /^\d+(\.\d+)?$/.test(there?.reading.trim() ?? '');
    });
    const value = before === undefined ? '' : (typed[cellKey(before)]?.reading.trim() ?? '');
    const at = before === undefined ? 0 : Date.parse(before.At);
    const use = before === undefined || (row.Judge.previous?.at ?? 0) > at ? row : after(row, { at, value });
    return judgeRow(use, draft, days, now);
  };

  const filled = lines.flatMap((line) =>
    line.cells.flatMap((row, column) => {
      const draft = row === undefined ? undefined : typed[cellKey(row)];
      return row !== undefined && draft !== undefined && isFilled(draft) && isWritable(row)
        ? [{ row, draft, line, column }]
        : [];
    }),
  );
  /** What keeps a cell from being sent: told by the server, else foreseen. */
  const wrongOf = (line: Line, column: number): Fault | null => {
    const row = line.cells[column];
    const draft = row === undefined ? undefined : typed[cellKey(row)];
    if (row === undefined || draft === undefined || !isFilled(draft)) return null;
    return faults[cellKey(row)] ?? faultOf(row, draft, judged(line, column));
  };
  const problems = filled.flatMap((one) => {
    const fault = wrongOf(one.line, one.column);
    return fault === null ? [] : [{ ...one, fault }];
  });

  /** The batches of a call: of one project and day each. */
  const batchesOf = (cells: readonly Filled[]) =>
    [...Map.groupBy(cells, ({ row }) => `${row.ProjectCode} ${dateOf(row)}`).values()].flatMap((of) => {
      const [first] = of;
      return first === undefined
        ? []
        : [{ cells: of, batch: { ProjectCode: first.row.ProjectCode, Date: dateOf(first.row), Rows: sentRows(of) } }];
    });
  type Batches = ReturnType<typeof batchesOf>;
  const [sent, setSent] = useState<Batches>([]);

  const take = (results: readonly SheetResult[], batches: Batches): void => {
    const marks: Record<string, Fault> = {};
    const others: Clash[] = [];
    const gone = new Set<string>();
    for (const [index, result] of results.entries()) {
      const cells = batches[index]?.cells ?? [];
      if (result.State === 'saved') for (const { row } of cells) gone.add(cellKey(row));
      for (const { path, message } of result.Errors) {
        const found = /^Rows\[(\d+)\]\.(\w+)/.exec(path);
        const cell = cells[Number(found?.[1] ?? -1)];
        const field = found?.[2] as Fault['field'] | undefined;
        if (cell !== undefined) marks[cellKey(cell.row)] = { field: field ?? 'Reading', message };
      }
      for (const { path, Theirs, Mine, By } of result.Taken) {
        const cell = cells[Number(/^Rows\[(\d+)\]/.exec(path)?.[1] ?? -1)];
        if (cell !== undefined) others.push({ row: cell.row, theirs: Theirs, mine: Mine, by: By });
      }
    }
    if (gone.size > 0) drop(gone);
    setFaults((before) => ({ ...before, ...marks }));
    setClashes(others);
  };

  const send = useWrite(entryInsert, {
    renews: ['entrySheet', 'entryHistory'],
    onDone: ({ Saved, Batches = [] }) => {
      take(Batches, sent);
      const left = Batches.filter(({ State }) => State !== 'saved');
      if (left.length === 0) notify.success(`已提交${Saved}条`);
      else {
        const [first] = left.filter(({ State }) => State !== 'held');
        notify.warning(
          `已提交${Saved}条；${left.length} 批未通过：${first?.ProjectCode ?? ''} ${first?.Message ?? ''}`,
        );
      }
    },
    onError: (error) => {
      const found = error instanceof ApiError ? error.data : null;
      if (typeof found === 'object' && found !== null && 'Batches' in found)
        take(found.Batches as readonly SheetResult[], sent);
      notify.error(messageOf(error));
      // Somebody else may have been faster.
      void sheet.refetch();
    },
  });
  const submit = (cells: readonly Filled[], whole: boolean): void => {
    const batches = batchesOf(cells);
    setSent(batches);
    setClashes([]);
    send.mutate({ Batches: batches.map(({ batch }) => batch), Whole: whole });
  };

  return {
    sheet,
    lines,
    typed,
    filled,
    problems,
    clashes,
    judged,
    wrongOf,
    put,
    undo: back,
    redo: forth,
    drop,
    submit,
    closeClashes: () => setClashes([]),
    sending: send.isPending,
    canUndo: steps.before.length > 0,
    canRedo: steps.after.length > 0,
  };
};
export type All = ReturnType<typeof useAll>;
