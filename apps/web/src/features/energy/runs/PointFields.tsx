/** Mode and parameters of one record, as fields under each other: where a record is corrected, on the desk. */
import type { RunMachine } from '@hengneng/contracts';
import { rangeWords, RESTING, RUN_MODES, type RunMode } from '@hengneng/energy/plant';
import { Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { judgeDraft, type RunDraft } from './drafts.ts';

export const PointFields = ({
  machine,
  draft,
  faults,
  onChange,
}: {
  readonly machine: RunMachine;
  readonly draft: RunDraft;
  /** By code; `mode` for the mode. */
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (part: Partial<RunDraft>) => void;
}): ReactElement => {
  const judged = judgeDraft(machine, draft);
  const said = (code: string): { readonly words: string; readonly tone: 'bad' | 'warn' } | null => {
    const fault = faults[code] ?? judged.faults.find((one) => one.code === code && code !== 'mode')?.message;
    if (fault !== undefined) return { words: fault, tone: 'bad' };
    const doubt = judged.doubts.find((one) => one.code === code);
    return doubt === undefined ? null : { words: doubt.message, tone: 'warn' };
  };
  const under = (code: string) => {
    const words = said(code);
    return words === null ? null : (
      <small role="alert" data-tone={words.tone}>
        {words.words}
      </small>
    );
  };
  return (
    <div className="run-fields">
      <label>
        <span>模式</span>
        <Select<RunMode>
          aria-label="模式"
          value={draft.mode === '' ? null : draft.mode}
          options={RUN_MODES.map((value) => ({ value, label: value }))}
          onChange={(mode) => onChange({ mode })}
        />
        {under('mode')}
      </label>
      {draft.mode === RESTING
        ? null
        : machine.Params.map((param) => (
            <label key={param.code}>
              <span>
                {param.name}
                {param.unit === '' ? '' : `（${param.unit}）`} <small>{rangeWords(param) ?? ''}</small>
              </span>
              <Input
                aria-label={param.name}
                inputMode="decimal"
                value={draft.points[param.code] ?? ''}
                onChange={(event) => onChange({ points: { ...draft.points, [param.code]: event.target.value } })}
              />
              {under(param.code)}
            </label>
          ))}
    </div>
  );
};
