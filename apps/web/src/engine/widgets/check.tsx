import { CHECK_RESULTS, type CheckValue } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { useStore, valueAt } from '../store/record-store.ts';
import { filesOf, Uploader } from './files.tsx';
import type { WidgetProps } from './types.ts';

export const checkOf = (value: unknown): Partial<CheckValue> =>
  typeof value === 'object' && value !== null && 'result' in value ? (value as CheckValue) : {};

/** 合格 / 不合格 / 不适用; 不合格 asks what is wrong and takes photos. */
export const CheckInput = ({ id, of, path, value, onChange, aria }: WidgetProps): ReactElement => {
  const store = useStore();
  const { result, remark, photos } = checkOf(value);
  // A photo arrives when it arrives: what else was filled in meanwhile stays.
  const now = () => checkOf(valueAt(store.state().record, path));
  const put = (part: Partial<CheckValue>) => onChange({ ...now(), ...part });
  return (
    <div
      className="check"
      role="group"
      id={id}
      tabIndex={-1}
      aria-labelledby={aria['aria-labelledby']}
      aria-label={aria['aria-label']}
    >
      <div className="in-choices" role="radiogroup" aria-label={`${of.label}结果`}>
        {CHECK_RESULTS.map((option) => (
          <label key={option} className={`check-${CHECK_RESULTS.indexOf(option)}`}>
            <input type="radio" name={id} checked={result === option} onChange={() => put({ result: option })} />
            {option}
          </label>
        ))}
      </div>
      {result === '不合格' ? (
        <>
          <input
            className="in"
            aria-label={`${of.label}不合格说明`}
            aria-invalid={(remark ?? '').trim() === ''}
            placeholder="说明不合格的情况（必填）"
            value={remark ?? ''}
            maxLength={500}
            onChange={(event) => put({ remark: event.target.value })}
          />
          <Uploader
            id={`${id}-photos`}
            value={photos}
            many
            images
            max={9}
            aria={{ 'aria-label': `${of.label}照片` }}
            onChange={(change) => put({ photos: change(filesOf(now().photos)) })}
          />
        </>
      ) : null}
    </div>
  );
};
