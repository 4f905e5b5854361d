/** The sheet of a day's run parameters with what was typed into it: fetched, judged, kept, sent. */
import { runInsert, type RunMachine, runSheet } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { keepAll, loadKept } from '../kept-drafts.ts';
import { EMPTY_RUN, isFilledRun, judgeDraft, type RunDraft, sentPoints } from './drafts.ts';

/** Under which everything of run parameters is asked for. */
export const RUNS = 'runSheet';
const FRESH_MS = 120_000;

type Faults = Readonly<Record<string, string>>;

/** `device instant code`, for what is said at a cell. */
export const cellOf = (device: string, at: string, code: string): string => `${device} ${at} ${code}`;
const draftOf = (device: string, at: string): string => `${device} ${at}`;

export const useRuns = ({ project, date }: { readonly project: string; readonly date: string }) => {
  const me = useSession((state) => state.userId);
  const key = `run-draft:${me}:${project}:${date}`;
  const [state, setState] = useState<{ readonly key: string; readonly drafts: Readonly<Record<string, RunDraft>> }>(
    () => ({ key, drafts: loadKept<RunDraft>(key) }),
  );
  // Another day has other drafts.
  if (state.key !== key) setState({ key, drafts: loadKept<RunDraft>(key) });
  const { drafts } = state;
  const [faults, setFaults] = useState<Faults>({});
  const sheet = useQuery({
    queryKey: [RUNS, project, date],
    queryFn: ({ signal }) => callApi(runSheet, { ProjectCode: project, Date: date }, { signal }),
    enabled: project !== '' && date !== '',
    refetchInterval: FRESH_MS,
  });
  useEffect(() => keepAll(key, drafts, isFilledRun), [key, drafts]);

  /** A record begins with the mode that the machine was left in; one that rested is not said to rest again by itself. */
  const draftAt = (machine: RunMachine, at: string): RunDraft => drafts[draftOf(machine.DeviceId, at)] ?? EMPTY_RUN;

  const change = (machine: RunMachine, at: string, part: Partial<RunDraft>) => {
    const name = draftOf(machine.DeviceId, at);
    setState((before) => ({
      ...before,
      drafts: { ...before.drafts, [name]: { ...(before.drafts[name] ?? EMPTY_RUN), ...part } },
    }));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([cell]) => !cell.startsWith(`${name} `))));
  };

  const filledAt = (at: string): readonly RunMachine[] =>
    (sheet.data?.Machines ?? []).filter((machine) => isFilledRun(draftAt(machine, at)));

  const send = useWrite(runInsert, {
    renews: [RUNS],
    said: ({ Saved }) => `已提交${Saved}条运行参数`,
    onDone: (_, { Rows }) => {
      const sent = new Set(
        (Rows as readonly { DeviceId: string; At: string }[]).map((one) => draftOf(one.DeviceId, one.At)),
      );
      setState((before) => ({
        ...before,
        drafts: Object.fromEntries(Object.entries(before.drafts).filter(([name]) => !sent.has(name))),
      }));
      setFaults({});
    },
    onError: (error, { Rows }) => {
      const rows = Rows as readonly { DeviceId: string; At: string }[];
      const found = error instanceof ApiError ? error.errors : [];
      setFaults(
        Object.fromEntries(
          found.flatMap(({ path, message }) => {
            const [, index, field = ''] = /^Rows\[(\d+)\]\.(?:Points\.)?(\w+)/.exec(path) ?? [];
            const row = index === undefined ? undefined : rows[Number(index)];
            return row === undefined
              ? []
              : [[cellOf(row.DeviceId, row.At, field === 'Mode' ? 'mode' : field), message]];
          }),
        ),
      );
      notify.error(found.length > 1 ? `${found.length} 处没有通过，一条也没有保存` : messageOf(error));
      // Somebody else may have been faster.
      void sheet.refetch();
    },
  });

  /** Everything that was filled in at a moment. */
  const submit = (at: string) => {
    const filled = filledAt(at);
    const wrong = filled.flatMap((machine) =>
      judgeDraft(machine, draftAt(machine, at)).faults.map(
        ({ code, message }) => [cellOf(machine.DeviceId, at, code), message] as const,
      ),
    );
    setFaults(Object.fromEntries(wrong));
    if (wrong.length > 0) {
      notify.warning(`${wrong.length} 处需要处理后才能提交`);
      return;
    }
    send.mutate({
      ProjectCode: project,
      Rows: filled.map((machine) => {
        const draft = draftAt(machine, at);
        return {
          DeviceId: machine.DeviceId,
          At: at,
          Mode: draft.mode === '' ? '停机' : draft.mode,
          Points: sentPoints(draft),
          Note: draft.note.trim(),
        };
      }),
    });
  };

  return { sheet, draftAt, change, faults, filledAt, submit, sending: send.isPending };
};
export type Runs = ReturnType<typeof useRuns>;
