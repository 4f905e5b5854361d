/** Machines of a project on the phone: what is due, what was typed, and what became of it. Works the same with and without a network. */
import { type RunMachine, type RunRow, runSheet } from '@hengneng/contracts';
import { addDays, CHINA, dayAt, HOUR, instantOf, timeText } from '@hengneng/energy/measuring';
import { RESTING, type RunMode } from '@hengneng/energy/plant';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { EMPTY_RUN, isFilledRun, judgeDraft, type RunDraft } from '../features/energy/runs/drafts.ts';
import { callApi } from '../lib/api.ts';
import { isSignedIn } from '../lib/session.ts';
import {
  keepRun,
  NO_ROOM,
  type KeptRun,
  keepRunSheet,
  type KeptRunSheet,
  type Owner,
  runSheetOf,
  runsOf,
  sheetKey,
  watchKept,
} from './keep.ts';
import { patience } from './patience.ts';
import { retyped } from './queue.ts';
import type { Round } from './useRound.ts';

const NONE: readonly KeptRun[] = [];

export interface RunCard {
  readonly machine: RunMachine;
  /** What the server has of the moment. */
  readonly row: RunRow | undefined;
  readonly run: KeptRun | undefined;
  readonly draft: RunDraft;
}

export const isRunDone = ({ row, run }: RunCard): boolean =>
  row !== undefined || (run !== undefined && run.state !== 'draft' && run.state !== 'refused');

/** One that rests was written down when it was put to rest: nothing is due of it until it runs. */
export const isRunDue = (card: RunCard): boolean =>
  isRunDone(card) || (card.machine.LastMode === '' ? !card.machine.Standby : card.machine.LastMode !== RESTING);

/** Whether what was typed may go. */
export const mayConfirmRun = ({ machine, draft }: RunCard): boolean =>
  isFilledRun(draft) && judgeDraft(machine, draft).faults.length === 0;

export interface Moment {
  readonly at: string;
  readonly label: string;
}

/** The last day's moments, the latest first: a shift that begins at midnight still writes down what it saw before. */
const momentsUntil = (now: number, every: number): readonly Moment[] => {
  const today = dayAt(now, CHINA);
  const start = instantOf(addDays(today, -1), 0, CHINA);
  return Array.from(
    { length: Math.floor((now - start) / (every * HOUR)) + 1 },
    (_, index) => start + index * every * HOUR,
  )
    .filter((at) => at <= now && at > now - 24 * HOUR)
    .reverse()
    .map((at) => ({
      at: new Date(at).toISOString(),
      label: `${dayAt(at, CHINA) === today ? '' : '昨日 '}${timeText(at, CHINA).slice(11)}`,
    }));
};

const sameMoment = (a: string, b: string): boolean => Date.parse(a) === Date.parse(b);

export const useRunCards = (
  owner: Owner,
  round: Pick<Round, 'project' | 'online' | 'now' | 'sendNow' | 'news' | 'clock'>,
) => {
  const { project, online, now, clock, news } = round;
  const [kept, setKept] = useState<readonly KeptRunSheet[]>([]);
  const [mine, setMine] = useState<readonly KeptRun[]>(NONE);
  const [chosen, setChosen] = useState<string | null>(null);
  const [trouble, setTrouble] = useState('');
  const today = dayAt(clock, CHINA);

  useEffect(() => {
    const look = () => void runsOf(owner.userId).then(setMine);
    look();
    return watchKept(look);
  }, [owner.userId]);

  const load = useEffectEvent(
    async (
      code: string,
      days: readonly string[],
      { connected }: { readonly connected: boolean; readonly news: number },
      wanted: () => boolean,
    ) => {
      const sheets: KeptRunSheet[] = [];
      for (const date of days) {
        const key = sheetKey(owner.userId, code, date);
        let sheet = await runSheetOf(key);
        if (connected && isSignedIn())
          try {
            const data = await callApi(runSheet, { ProjectCode: code, Date: date }, { signal: patience() });
            sheet = { key, owner: owner.userId, at: Date.now(), skew: Date.parse(data.Now) - Date.now(), data };
            await keepRunSheet(sheet);
          } catch {
            // What is kept serves as well, and what is typed goes later.
          }
        if (sheet !== undefined) sheets.push(sheet);
      }
      if (wanted()) setKept(sheets);
    },
  );
  useEffect(() => {
    let left = false;
    // oxlint-disable-next-line react/set-state-in-effect -- what is kept on the phone is read first, which takes its time
    if (project !== '') void load(project, [today, addDays(today, -1)], { connected: online, news }, () => !left);
    return () => {
      left = true;
    };
  }, [project, today, online, news]);

  const own = useMemo(() => kept.filter(({ key }) => key.includes(` ${project} `)), [kept, project]);
  const machines = own[0]?.data.Machines ?? [];
  const moments = useMemo(() => momentsUntil(clock, own[0]?.data.Every ?? 2), [clock, own]);
  const moment = moments.find(({ at }) => at === chosen) ?? moments[0];

  const at = moment?.at;
  const cards: readonly RunCard[] =
    at === undefined
      ? []
      : machines.map((machine) => {
          const run = mine.find(
            (typed) => typed.project === project && typed.device === machine.DeviceId && sameMoment(typed.at, at),
          );
          const row = own
            .flatMap(({ data }) => data.rows)
            .find(({ DeviceId, Candidate, At }) => DeviceId === machine.DeviceId && !Candidate && sameMoment(At, at));
          return { machine, row, run, draft: run?.draft ?? EMPTY_RUN };
        });

  /** Keeps what was typed before anything is drawn of it. */
  const type = async (card: RunCard, part: Partial<RunDraft>) => {
    if (moment === undefined) return;
    const { machine, run } = card;
    const base: KeptRun = run ?? {
      id: crypto.randomUUID(),
      owner: owner.userId,
      project,
      date: dayAt(Date.parse(moment.at), CHINA),
      device: machine.DeviceId,
      name: machine.Name,
      at: moment.at,
      // It goes on as it was left; that it rests is said anew.
      draft: { ...EMPTY_RUN, mode: machine.LastMode === RESTING ? '' : (machine.LastMode as RunMode | '') },
      state: 'draft',
      message: '',
      typedAt: now(),
    };
    const next = retyped(base, { draft: { ...base.draft, ...part } }, now(), () => crypto.randomUUID());
    setMine((all) => [...all.filter(({ id }) => id !== base.id), next]);
    setTrouble((await keepRun(next, base.id)) ? '' : NO_ROOM);
  };

  /** @returns whether it may go */
  const confirm = async (card: RunCard): Promise<boolean> => {
    if (card.run === undefined || !mayConfirmRun(card)) return false;
    setTrouble((await keepRun({ ...card.run, state: 'waiting', typedAt: now() })) ? '' : NO_ROOM);
    round.sendNow();
    return true;
  };

  return {
    machines,
    moments,
    moment,
    pick: setChosen,
    cards,
    runs: mine,
    trouble,
    type,
    confirm,
    /** Whether the phone knows the project's machines. */
    known: own.length > 0,
    settle: async (run: KeptRun) => {
      await keepRun({ ...run, state: 'sent' });
    },
    /** One that was refused goes once more as it is. */
    again: async (run: KeptRun) => {
      await keepRun({ ...run, state: 'waiting', message: '' });
      round.sendNow();
    },
  };
};
export type RunRound = ReturnType<typeof useRunCards>;
