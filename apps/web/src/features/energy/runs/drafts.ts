/** A record of a machine as far as it was filled in, judged as the server judges it. */
import type { RunMachine } from '@hengneng/contracts';
import { judgeRun, RESTING, type RunFigures, runFigures, type RunJudged, type RunMode } from '@hengneng/energy/plant';

export interface RunDraft {
  readonly mode: RunMode | '';
  /** As typed, by code. */
  readonly points: Readonly<Record<string, string>>;
  readonly note: string;
}

export const EMPTY_RUN: RunDraft = { mode: '', points: {}, note: '' };

/** Whether there is something to send: that it rests is something, too. */
export const isFilledRun = ({ mode, points }: RunDraft): boolean =>
  mode === RESTING || Object.values(points).some((text) => text.trim() !== '');

type Judging = Pick<RunMachine, 'Params' | 'Lhv' | 'Efficiency' | 'PumpsKw'>;

export const judgeDraft = (machine: Judging, { mode, points }: RunDraft): RunJudged =>
  judgeRun(mode, points, machine.Params);

export const figuresOfDraft = (machine: Judging, draft: RunDraft): RunFigures =>
  runFigures(draft.mode, judgeDraft(machine, draft).values, {
    lhv: machine.Lhv,
    burnerEfficiency: machine.Efficiency ?? undefined,
    pumpsKw: machine.PumpsKw,
  });

/** As the calls take them: what was not read is not sent. */
export const sentPoints = ({ mode, points }: RunDraft): Readonly<Record<string, string>> =>
  mode === RESTING
    ? {}
    : Object.fromEntries(
        Object.entries(points).flatMap(([code, text]) => (text.trim() === '' ? [] : [[code, text.trim()]])),
      );
