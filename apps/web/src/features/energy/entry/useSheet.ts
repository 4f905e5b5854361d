/** A sheet with what was typed into it: fetched, judged, kept, sent. */
import { entryDevices, entryInsert, type EntryRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { listen } from '../../../lib/events.ts';
import { notify } from '../../../lib/notify.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import {
  type Draft,
  draftKey,
  type Drafts,
  EMPTY,
  type Fault,
  faultOf,
  type Field,
  isFilled,
  judgeRow,
  keepDrafts,
  keyOf,
  loadDrafts,
  pastedColumn,
  type PlacedPaste,
  placePaste,
  type SentRow,
  sentRows,
  touGaps,
  withoutSent,
} from './entries.ts';

/** How old the server's time in a sheet may be. */
const FRESH_MS = 120_000;
const NOTHING: Drafts = {};

export interface Asked {
  readonly project: string;
  readonly date: string;
  readonly time: string;
  /** Others wrote something of the project: what else is shown of it may be old. */
  readonly onNews?: () => void;
}

/** Nothing was read for it yet, and it may still be. */
export const isWritable = (row: EntryRow): boolean => row.EntryId === null && row.PeriodState === 'open';

const FIELDS: readonly string[] = ['Reading', 'ReasonType', 'Reason', 'Photos', 'Note', 'Missed'] satisfies Field[];

const faultAt = (path: string, message: string): { readonly index: number; readonly fault: Fault } | null => {
  const found = /^Rows\[(\d+)\]\.(\w+)/.exec(path);
  if (found === null) return null;
  const field = FIELDS.includes(found[2] ?? '') ? (found[2] as Field) : 'Reading';
  return { index: Number(found[1]), fault: { field, message } };
};

export const useSheet = ({ project, date, time, onNews }: Asked) => {
  const me = useSession((state) => state.userId);
  const key = draftKey(me, project, date, time);
  const [state, setState] = useState<{ readonly key: string; readonly drafts: Drafts }>(() => ({
    key,
    drafts: loadDrafts(key),
  }));
  // Another sheet has another draft.
  if (state.key !== key) setState({ key, drafts: loadDrafts(key) });
  const drafts = state.key === key ? state.drafts : NOTHING;
  const [faults, setFaults] = useState<Readonly<Record<string, Fault>>>({});
  const sheet = useQuery({
    queryKey: ['entrySheet', project, date, time],
    queryFn: ({ signal }) =>
      callApi(
        entryDevices,
        { ProjectCode: project, Date: date, ...(time === '' ? {} : { ReadTime: time }) },
        { signal },
      ),
    enabled: project !== '' && date !== '',
    refetchInterval: FRESH_MS,
  });
  const rows = useMemo(() => sheet.data?.rows ?? [], [sheet.data]);
  const days = sheet.data?.Days ?? {};
  // By the server's clock: this machine's may be wrong.
  const now = Date.parse(sheet.data?.Now ?? '');

  // At once: whoever types and turns to another day, or closes the page, loses nothing.
  useEffect(() => keepDrafts(key, drafts), [key, drafts]);

  const refetch = useEffectEvent(() => {
    void sheet.refetch();
    onNews?.();
  });
  useEffect(() => {
    if (project === '') return;
    const controller = new AbortController();
    void listen(
      [`entry:${project}`],
      controller.signal,
      () => refetch(),
      () => refetch(),
    );
    return () => controller.abort();
  }, [project]);

  const change = useCallback((rowKey: string, values: Partial<Draft>) => {
    setState((before) => ({
      ...before,
      drafts: { ...before.drafts, [rowKey]: { ...(before.drafts[rowKey] ?? EMPTY), ...values } },
    }));
    setFaults(({ [rowKey]: _, ...rest }) => rest);
  }, []);

  /** @returns what became of the lines */
  const paste = useCallback((shown: readonly EntryRow[], from: number, text: string): PlacedPaste => {
    const pasted = placePaste(shown, from, pastedColumn(text), isWritable);
    const { placed } = pasted;
    setState((before) => ({
      ...before,
      drafts: {
        ...before.drafts,
        ...Object.fromEntries(
          [...placed].map(([rowKey, reading]) => [
            rowKey,
            { ...(before.drafts[rowKey] ?? EMPTY), reading, missed: '' },
          ]),
        ),
      },
    }));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([rowKey]) => !placed.has(rowKey))));
    return pasted;
  }, []);

  const judged = (row: EntryRow, draft: Draft) => judgeRow(row, draft, days, now);
  const draftOf = (row: EntryRow): Draft | undefined => {
    const draft = drafts[keyOf(row)];
    return draft !== undefined && isFilled(draft) && isWritable(row) ? draft : undefined;
  };
  const filled = rows.flatMap((row) => {
    const draft = draftOf(row);
    return draft === undefined ? [] : [{ row, draft }];
  });

  const gaps = touGaps(
    rows,
    (row) => {
      const draft = draftOf(row);
      if (draft === undefined) return row.Usage;
      const of = judged(row, draft);
      return of?.kind === 'taken' ? of.usage : null;
    },
    (row) => draftOf(row) !== undefined,
  );

  const [sent, setSent] = useState<{ readonly key: string; readonly rows: readonly SentRow[] }>({ key, rows: [] });
  const send = useWrite(entryInsert, {
    renews: ['entrySheet', 'entryHistory'],
    said: ({ Saved, Missed }) => `已提交${Saved}条${Missed > 0 ? `，未抄${Missed}条` : ''}`,
    // While it was under way somebody may have typed on, or turned to another sheet: only what was sent is done with.
    onDone: () => {
      keepDrafts(sent.key, withoutSent(loadDrafts(sent.key), sent.rows));
      setState((before) =>
        before.key === sent.key ? { ...before, drafts: withoutSent(before.drafts, sent.rows) } : before,
      );
      const done = new Set(sent.rows.map(keyOf));
      setFaults((before) => Object.fromEntries(Object.entries(before).filter(([rowKey]) => !done.has(rowKey))));
    },
    onError: (error) => {
      const found = error instanceof ApiError ? error.errors.map(({ path, message }) => faultAt(path, message)) : [];
      const cells = found.flatMap((one) => {
        const at = one === null ? undefined : sent.rows[one.index];
        return one === null || at === undefined ? [] : [[keyOf(at), one.fault] as const];
      });
      setFaults(Object.fromEntries(cells));
      notify.error(cells.length > 1 ? `${cells.length} 行没有通过，一行也没有保存` : messageOf(error));
      // Somebody else may have been faster.
      void sheet.refetch();
    },
  });

  /** @returns the row of the first cell that is wrong; null where everything was sent */
  const submit = (): string | null => {
    const wrong = filled.flatMap(({ row, draft }) => {
      const fault = faultOf(row, draft, judged(row, draft));
      return fault === null ? [] : [[keyOf(row), fault] as const];
    });
    setFaults(Object.fromEntries(wrong));
    if (wrong[0] !== undefined) {
      notify.warning(`${wrong.length} 行需要处理后才能提交`);
      return wrong[0][0];
    }
    const sending = sentRows(filled);
    setSent({ key, rows: sending });
    send.mutate({
      ProjectCode: project,
      Date: date,
      ...(time === '' ? {} : { ReadTime: time }),
      Rows: sending,
    });
    return null;
  };

  const clear = () => {
    setState((before) => ({ ...before, drafts: {} }));
    setFaults({});
    keepDrafts(key, {});
  };

  return {
    sheet,
    rows,
    days,
    now,
    drafts,
    faults,
    filled,
    /** Dials by time of use that do not make up their total, in words. */
    gaps,
    judged,
    change,
    paste,
    submit,
    clear,
    sending: send.isPending,
  };
};
export type Sheet = ReturnType<typeof useSheet>;
