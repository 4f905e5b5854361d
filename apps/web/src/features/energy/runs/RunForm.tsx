/** The log at one moment, as it hangs in the room: parameters down, machines across. Enter goes down, Tab goes across. */
import type { RunMachine } from '@hengneng/contracts';
import { rangeWords, RESTING, RUN_MODES, type RunMode, type RunParam } from '@hengneng/energy/plant';
import { formatQuantity } from '@hengneng/energy/units';
import { type KeyboardEvent, type ReactElement, useRef } from 'react';
import { figuresOfDraft, judgeDraft, type RunDraft } from './drafts.ts';
import { cellOf, type Runs } from './useRuns.ts';

/** What any machine has, each parameter once; where kinds call it differently, by all its names. */
const paramsOf = (machines: readonly RunMachine[]): readonly RunParam[] =>
  [
    ...Map.groupBy(
      machines.flatMap(({ Params }) => Params),
      ({ code }) => code,
    ).values(),
  ].flatMap((of) =>
    of.slice(0, 1).map((param) => ({ ...param, name: [...new Set(of.map(({ name }) => name))].join(' / ') })),
  );

/** Of machines of one kind their ranges differ by their plates. */
const rangesOf = (machines: readonly RunMachine[], code: string): string => {
  const words = machines.flatMap(({ Params }) => {
    const param = Params.find((one) => one.code === code);
    return param === undefined ? [] : [rangeWords(param) ?? ''];
  });
  return [...new Set(words)].join('；');
};

const Cell = ({
  machine,
  param,
  at,
  draft,
  done,
  runs,
}: {
  readonly machine: RunMachine;
  readonly param: RunParam;
  readonly at: string;
  readonly draft: RunDraft;
  readonly done: boolean;
  readonly runs: Runs;
}): ReactElement => {
  const own = machine.Params.find(({ code }) => code === param.code);
  if (own === undefined || done || draft.mode === RESTING) return <td className="run-none">—</td>;
  const judged = judgeDraft(machine, draft);
  const find = (list: readonly { readonly code: string; readonly message: string }[]) =>
    list.find(({ code }) => code === own.code)?.message;
  const fault = runs.faults[cellOf(machine.DeviceId, at, own.code)] ?? find(judged.faults);
  const doubt = fault === undefined ? find(judged.doubts) : undefined;
  const words = fault ?? doubt;
  const id = `run-${machine.DeviceId}-${own.code}`;
  return (
    <td>
      <input
        data-run={own.code}
        data-tone={fault === undefined ? (doubt === undefined ? undefined : 'warn') : 'bad'}
        aria-label={`${machine.Name} ${own.name}`}
        aria-invalid={fault !== undefined}
        aria-describedby={words === undefined ? undefined : id}
        title={rangeWords(own) ?? undefined}
        inputMode="decimal"
        autoComplete="off"
        value={draft.points[own.code] ?? ''}
        onChange={(event) =>
          runs.change(machine, at, {
            points: { ...draft.points, [own.code]: event.target.value },
            // What is read of it says that it goes on as it was.
            ...(draft.mode === '' && machine.LastMode !== RESTING ? { mode: machine.LastMode as RunMode | '' } : {}),
          })
        }
      />
      {words === undefined ? null : (
        <small role="alert" id={id} data-tone={fault === undefined ? 'warn' : 'bad'}>
          {words}
        </small>
      )}
    </td>
  );
};

export const RunForm = ({
  machines,
  at,
  done,
  runs,
}: {
  readonly machines: readonly RunMachine[];
  readonly at: string;
  /** Machines of which there is a record of the moment. */
  readonly done: ReadonlyMap<string, string>;
  readonly runs: Runs;
}): ReactElement => {
  const box = useRef<HTMLDivElement>(null);
  const params = paramsOf(machines);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    if (!['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    const cells = [...(box.current?.querySelectorAll<HTMLInputElement>('input[data-run]') ?? [])];
    const place = event.target.closest('td')?.cellIndex;
    const same = cells.filter((one) => one.closest('td')?.cellIndex === place);
    const index = same.indexOf(event.target);
    same[index + (event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey) ? -1 : 1)]?.focus();
  };
  const drafts = machines.map((machine) => ({ machine, draft: runs.draftAt(machine, at) }));
  const figures = drafts.map(({ machine, draft }) => figuresOfDraft(machine, draft));
  return (
    <div
      className="table-scroll"
      role="region"
      aria-label="运行参数录入表格"
      tabIndex={0}
      ref={box}
      onKeyDown={onKeyDown}
    >
      <table className="plain-table run-table" aria-label="运行参数录入">
        <thead>
          <tr>
            <th scope="col">参数</th>
            <th scope="col">合理区间</th>
            {machines.map((machine) => (
              <th scope="col" key={machine.DeviceId}>
                {machine.Name}
                <small>
                  {[machine.Kind, machine.RoomName, machine.Standby ? '备用' : ''].filter(Boolean).join(' · ')}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">模式</th>
            <td />
            {drafts.map(({ machine, draft }) => {
              const fault =
                runs.faults[cellOf(machine.DeviceId, at, 'mode')] ?? runs.faults[cellOf(machine.DeviceId, at, 'At')];
              const by = done.get(machine.DeviceId);
              return (
                <td key={machine.DeviceId}>
                  {by !== undefined ? (
                    <span className="run-done">已由 {by} 录入</span>
                  ) : (
                    <select
                      aria-label={`${machine.Name} 模式`}
                      aria-invalid={fault !== undefined}
                      value={draft.mode}
                      onChange={(event) => runs.change(machine, at, { mode: event.target.value as RunMode | '' })}
                    >
                      <option value="">未录</option>
                      {RUN_MODES.map((mode) => (
                        <option key={mode}>{mode}</option>
                      ))}
                    </select>
                  )}
                  {fault === undefined ? null : (
                    <small role="alert" data-tone="bad">
                      {fault}
                    </small>
                  )}
                </td>
              );
            })}
          </tr>
          {params.map((param) => (
            <tr key={param.code}>
              <th scope="row">
                {param.name}
                {param.unit === '' ? null : <small>（{param.unit}）</small>}
              </th>
              <td className="run-range">{rangesOf(machines, param.code)}</td>
              {drafts.map(({ machine, draft }) => (
                <Cell
                  key={machine.DeviceId}
                  machine={machine}
                  param={param}
                  at={at}
                  draft={draft}
                  done={done.has(machine.DeviceId)}
                  runs={runs}
                />
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">备注</th>
            <td />
            {drafts.map(({ machine, draft }) => (
              <td key={machine.DeviceId}>
                {done.has(machine.DeviceId) ? (
                  '—'
                ) : (
                  <input
                    aria-label={`${machine.Name} 备注`}
                    className="run-note"
                    maxLength={200}
                    value={draft.note}
                    onChange={(event) => runs.change(machine, at, { note: event.target.value })}
                  />
                )}
              </td>
            ))}
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              瞬时冷热量<small>（kW）</small>
            </th>
            <td>1.163 × 流量 × 温差</td>
            {figures.map(({ outputKw }, index) => (
              <td key={machines[index]?.DeviceId} className="right">
                {formatQuantity(outputKw, 'power')}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">COP</th>
            <td />
            {figures.map(({ cop }, index) => (
              <td key={machines[index]?.DeviceId} className="right">
                {formatQuantity(cop, 'cop')}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">
              热平衡差<small>（%）</small>
            </th>
            <td />
            {figures.map(({ balance }, index) => (
              <td
                key={machines[index]?.DeviceId}
                className="right"
                title={balance?.words}
                data-tone={balance?.level === 'poor' || balance?.level === 'alarm' ? 'bad' : undefined}
              >
                {balance?.percent == null ? '—' : balance.percent.toFixed(1)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
};
